// What the browser tests stand on: the program, a browser without a screen, recordings, and pixels.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const packages = join(here, "..", "..", "viewer", "package.json");
const program = process.env.STICTION ?? "stiction";

function skip(reason) {
  console.log(`skipped: ${reason}`);
  process.exit(77);
}

function playwright() {
  try {
    return createRequire(packages)("playwright-core");
  } catch {
    return skip("playwright-core is not installed; build where npm can get its packages");
  }
}

export const folder = mkdtempSync(join(tmpdir(), "stiction_viewer_"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

export function stiction(...command) {
  return execFileSync(program, command, { cwd: folder, encoding: "utf8", stdio: "pipe" });
}

/** Runs a scene; returns the recording's path. */
export function record(scene, ...options) {
  writeFileSync(join(folder, `${scene.name}.json`), JSON.stringify(scene));
  stiction("run", `${scene.name}.json`, "-o", `${scene.name}.h5`, ...options);
  return join(folder, `${scene.name}.h5`);
}

/** The recording's own numbers, by another reader of HDF5. */
export function truth(recording) {
  const script = `
import h5py, json, sys
f = h5py.File(sys.argv[1], "r", libver="latest", swmr=True)
s, i = f["steps"][:], f["frames/index"][:]
print(json.dumps({
  "bodies": [n.decode().rstrip(chr(0)) for n in f["bodies"][:]],
  "steps": {k: s[k].astype(float).tolist() for k in (
    "step", "error", "iterations", "contacts", "kinetic_energy", "potential_energy", "cpu_s")},
  "frame_step": i["step"].tolist(), "frame_time": i["time"].tolist(), "contact_end": i["contact_end"].tolist(),
  "position": f["frames/bodies"]["position"].reshape(len(i), -1, 3).tolist(),
  "deformations": f["frames/deformations"][:].reshape(len(i), -1).tolist() if "frames/deformations" in f else None}))`;
  return JSON.parse(
    execFileSync(process.env.PYTHON ?? "python3", ["-c", script, recording], { encoding: "utf8", maxBuffer: 1 << 28 }),
  );
}

/** `stiction view` in the background: its address, and an end that waits for the exit code. */
export function serve(recording, ...options) {
  return background("view", recording, ...options);
}

/** The same for `stiction live`. */
export function live(scene, ...options) {
  return background("live", scene, ...options);
}

async function background(command, ...options) {
  const child = spawn(program, [command, ...options, "--no-browser"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.on("exit", () => child.kill("SIGKILL")); // where a test has failed before its end
  child.unref();
  child.stdout.unref();
  let said = "";
  const url = await new Promise((resolve, reject) => {
    child.stdout.on("data", (text) => {
      said += text;
      const address = said.match(/http:\S+(?=\s)/);
      if (address) resolve(address[0]);
    });
    child.on("exit", (code) => reject(new Error(`${command} ended with ${code}`)));
  });
  return {
    url,
    said: () => said,
    stop: () =>
      new Promise((resolve) => {
        child.removeAllListeners("exit");
        child.on("close", (code) => resolve(code));
        child.kill("SIGINT");
      }),
  };
}

export async function launch() {
  const { chromium } = playwright();
  if (!process.env.CHROMIUM || !existsSync(process.env.CHROMIUM))
    skip("chromium is not installed (tools/setup.sh --test)");
  try {
    stiction("report", "missing.h5", "-o", "missing.html");
  } catch (failure) {
    if (String(failure.stderr).includes("is not in this program")) skip("the program was built without the viewer");
  }
  return chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: [
      "--headless",
      "--no-sandbox",
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
      "--ignore-gpu-blocklist",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** Opens a page and waits for its first frame; faults of the page become faults of the test. */
export async function open(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 760, height: 440 }, colorScheme: "light", ...options });
  if (options.offline) await context.setOffline(true);
  const page = await context.newPage();
  page.faults = [];
  page.asked = [];
  page.on("pageerror", (error) => page.faults.push(error.message));
  page.on("console", (line) => line.type() === "error" && page.faults.push(line.text()));
  page.on("request", (request) => page.asked.push(request.url()));
  await page.goto(url);
  await until(page, () => window.stiction !== undefined);
  return page;
}

/** Waits until the page says yes. Playwright's own way evaluates text, which the page's policy forbids. */
export async function until(page, question, seconds = 120, argument = undefined) {
  const end = Date.now() + 1000 * seconds;
  while (!(await page.evaluate(question, argument))) {
    if (Date.now() > end) throw new Error(`waited ${seconds} s in vain: ${question}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** Shows a frame, and waits until it and its contacts are drawn. */
export async function seek(page, frame) {
  await page.evaluate((k) => window.stiction.playback.seek(k), frame);
  await drawn(page);
}

export async function drawn(page) {
  if (await page.evaluate(() => "renewed" in window.stiction)) await page.evaluate(() => window.stiction.renewed());
  else await until(page, () => window.stiction.settled);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** What of the page lies outside the window, by how much the page is wider than it, and how tall the picture is. */
function unfitting(page) {
  return page.evaluate(() => {
    const cut = [];
    const scrolls = document.querySelector(".side");
    for (const one of document.querySelectorAll("button, input, select, canvas, h1")) {
      const box = one.getBoundingClientRect();
      if (box.width === 0) continue;
      const beyond = box.left < -0.5 || box.right > innerWidth + 0.5;
      if (beyond || (!scrolls.contains(one) && box.bottom > innerHeight + 0.5)) cut.push(one.outerHTML.slice(0, 60));
    }
    return {
      cut,
      wider: document.documentElement.scrollWidth - innerWidth,
      tall: document.querySelector("canvas.picture").clientHeight,
    };
  });
}

let laboratory;

/** What people look at it on. */
export const SCREENS = [
  { name: "a laptop", width: 1280, height: 720 },
  { name: "a phone", width: 390, height: 844 },
  { name: "a phone on its side", width: 844, height: 390 },
];

/** Nothing is cut off there, and the picture is large enough. */
export async function expectFit(page, { width, height }) {
  await page.setViewportSize({ width, height });
  await drawn(page);
  const { cut, wider, tall } = await unfitting(page);
  assert.deepEqual([cut, wider], [[], 0]);
  assert.ok(tall > 0.38 * height, "the picture is large enough");
}

/** The picture (not the panels) as pixels: width, height, and a function from x, y to [r, g, b]. */
export async function pixels(page) {
  const png = await page.locator("canvas.picture").screenshot();
  // Taken apart in a page of its own: the viewer's may fetch nothing, not even that.
  laboratory ??= await page.context().browser().newPage();
  const raw = await laboratory.evaluate(async (data) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    const bytes = pen.getImageData(0, 0, image.width, image.height).data;
    let text = "";
    for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096));
    return { width: image.width, height: image.height, text: btoa(text) };
  }, png.toString("base64"));
  const bytes = Buffer.from(raw.text, "base64");
  const at = (x, y) => [...bytes.subarray(4 * (y * raw.width + x), 4 * (y * raw.width + x) + 3)];
  return { width: raw.width, height: raw.height, bytes, at };
}

/** How many pixels of two pictures differ by more than noise. */
export function difference(a, b) {
  let count = 0;
  for (let i = 0; i < a.bytes.length; i += 4) {
    const apart =
      Math.abs(a.bytes[i] - b.bytes[i]) +
      Math.abs(a.bytes[i + 1] - b.bytes[i + 1]) +
      Math.abs(a.bytes[i + 2] - b.bytes[i + 2]);
    if (apart > 24) ++count;
  }
  return count;
}

/** How many pixels are within `range` of a colour. */
export function near(picture, [r, g, b], range) {
  let count = 0;
  for (let i = 0; i < picture.bytes.length; i += 4) {
    const apart =
      Math.abs(picture.bytes[i] - r) + Math.abs(picture.bytes[i + 1] - g) + Math.abs(picture.bytes[i + 2] - b);
    if (apart <= range) ++count;
  }
  return count;
}
