// Where in the replay we are, and how time runs.
export const SPEEDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8];

export class Playback {
  playing = false;
  speed = 1;
  private now = 0;
  private at = 0;

  /** `times` of the frames, s; `onFrame` is called when the frame shown changes, `onState` when play or speed do. */
  constructor(
    private readonly times: Float64Array,
    private readonly onFrame: () => void,
    private readonly onState: () => void,
  ) {}

  get time(): number {
    return this.now;
  }
  get frame(): number {
    return this.at;
  }
  get last(): number {
    return this.times.length - 1;
  }
  /** How far time has gone from this frame towards the next, 0 to 1. */
  get share(): number {
    if (this.at >= this.last) return 0;
    return Math.min(1, Math.max(0, (this.now - this.times[this.at]) / (this.times[this.at + 1] - this.times[this.at])));
  }

  /** Shows a frame exactly. */
  seek(frame: number): void {
    this.at = Math.min(this.last, Math.max(0, Math.round(frame)));
    this.now = this.times[this.at];
    this.onFrame();
  }

  /** One frame on or back; a replay that is looked at frame by frame does not run. */
  stepBy(frames: number): void {
    this.pause();
    this.seek(this.at + frames);
  }

  toggle(): void {
    if (this.playing) return this.pause();
    if (this.at >= this.last) this.seek(0);
    this.playing = this.last > 0;
    this.onState();
  }

  pause(): void {
    if (!this.playing) return;
    this.playing = false;
    this.seek(this.at); // from between two frames back to what was recorded
    this.onState();
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    this.onState();
  }

  faster(by: 1 | -1): void {
    const i = SPEEDS.indexOf(this.speed);
    this.setSpeed(SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, i + by))]);
  }

  /** Lets `seconds` of the clock pass. */
  advance(seconds: number): void {
    if (!this.playing) return;
    this.now = Math.min(this.times[this.last], this.now + seconds * this.speed);
    let frame = this.at;
    while (frame < this.last && this.times[frame + 1] <= this.now) ++frame;
    if (frame !== this.at) {
      this.at = frame;
      this.onFrame();
    }
    if (frame === this.last) this.pause();
  }
}
