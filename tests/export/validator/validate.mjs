// Prints the Khronos validator's report on each file named, as one JSON list.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [modules, ...files] = process.argv.slice(2);
const validator = createRequire(`${modules}/`)("gltf-validator");
const reports = [];
for (const file of files) {
  reports.push(await validator.validateBytes(new Uint8Array(readFileSync(file))));
}
console.log(JSON.stringify(reports));
