// One HTML file with everything in it: it works from a server and from disk alike.
import { defineConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";

export default defineConfig({
  plugins: [viteSingleFile({ removeViteModuleLoader: true })],
  build: { target: "es2022", chunkSizeWarningLimit: 2000, reportCompressedSize: false },
  server: { host: "127.0.0.1" },
});
