// The bar below the picture: play, step, scrub, speed.
import { type Playback, SPEEDS } from "../control/playback";
import { button, element, icon } from "./dom";
import { NEXT, PAUSE, PLAY } from "./icons";

const BACK = "M4 4h2v12H4zM16 4v12L7.5 10z";

export class Transport {
  readonly root: HTMLElement;
  private readonly play: HTMLButtonElement;
  private readonly scrub: HTMLInputElement;
  private readonly now = element("span");
  private readonly label = element("output", { class: "clock" }, this.now);
  private readonly speed = element("select", { title: "Speed ([ and ])", "aria-label": "Speed" });

  constructor(
    private readonly playback: Playback,
    private readonly times: Float64Array,
  ) {
    this.play = button("", "Play or pause (space)", () => playback.toggle(), { class: "icon play" });
    const back = button("", "One frame back (,)", () => playback.stepBy(-1), { class: "icon" });
    const next = button("", "One frame on (.)", () => playback.stepBy(1), { class: "icon" });
    back.append(icon(BACK));
    next.append(icon(NEXT));
    this.scrub = element("input", {
      type: "range",
      min: "0",
      max: String(playback.last),
      step: "1",
      value: "0",
      class: "scrub",
      "aria-label": "Time",
    });
    this.scrub.addEventListener("input", () => {
      playback.pause();
      playback.seek(Number(this.scrub.value));
    });
    for (const speed of SPEEDS) this.speed.append(element("option", { value: String(speed) }, `${speed}×`));
    this.speed.addEventListener("change", () => playback.setSpeed(Number(this.speed.value)));
    this.label.append(element("span", { class: "of" }, ` / ${times[playback.last].toFixed(2)}`), " s");
    this.root = element("div", { class: "transport" }, back, this.play, next, this.scrub, this.label, this.speed);
    this.showState();
    this.showFrame();
  }

  showState(): void {
    this.play.replaceChildren(icon(this.playback.playing ? PAUSE : PLAY));
    this.play.setAttribute("aria-pressed", String(this.playback.playing));
    this.speed.value = String(this.playback.speed);
  }

  showFrame(): void {
    const { frame, last } = this.playback;
    this.scrub.value = String(frame);
    this.scrub.style.setProperty("--done", `${last > 0 ? (100 * frame) / last : 100}%`);
    const time = this.times[frame];
    this.now.textContent = time.toFixed(this.times[last] < 10 ? 3 : 2);
    this.label.title = `frame ${frame} of ${last}`;
  }
}
