import "./style.css";
import { App } from "./app";
import { liveAddress } from "./data/live";
import { Replay } from "./data/replay";
import { openSource } from "./data/source";
import { LiveApp } from "./live_app";
import { element } from "./ui/dom";

declare global {
  interface Window {
    /** For scripts that drive the page: the viewer once its first frame is shown. */
    stiction?: App | LiveApp;
  }
}

async function main(parent: HTMLElement): Promise<void> {
  const live = liveAddress();
  if (live !== null) {
    window.stiction = await LiveApp.connect(parent, live);
    return;
  }
  const replay = await Replay.open(await openSource());
  const app = new App(parent, replay);
  await app.start();
  window.stiction = app;
}

const parent = document.getElementById("app") as HTMLElement;
main(parent).catch((failure: unknown) => {
  const text = failure instanceof Error ? failure.message : String(failure);
  const hint = text.includes("WebGL") ? "This browser shows no 3D graphics (WebGL 2). Try another one." : "";
  parent.replaceChildren(
    element("div", { class: "problem whole", role: "alert" }, `The run cannot be shown: ${text}. ${hint}`),
  );
});
