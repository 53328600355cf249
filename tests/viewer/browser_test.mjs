// The viewer from end to end: what it shows is what was recorded, and every control does what it says.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import {
  difference,
  drawn,
  expectFit,
  folder,
  launch,
  near,
  open,
  pixels,
  record,
  seek,
  serve,
  stiction,
  truth,
  SCREENS,
  until,
} from "./harness.mjs";

const browser = await launch();

// One box slides over the floor and comes to rest, one rests all the time, one falls on it.
const box = (name, position, velocity = [0, 0, 0]) => ({
  name,
  shape: { box: { size: [0.4, 0.4, 0.4] } },
  material: "wood",
  position,
  velocity,
});
const recording = record({
  stiction: 1,
  name: "boxes",
  step: 0.01,
  duration: 1.5,
  materials: { wood: { mu: 0.4, density: 500 } },
  bodies: [
    { name: "floor", fixed: true, shape: { half_space: { normal: [0, 0, 1] } }, material: "wood" },
    box("slider", [-1.5, 0, 0.2], [3, 0, 0]),
    box("rester", [1, 0.8, 0.2]),
    box("faller", [1, 0.8, 1.2]),
  ],
});
const facts = truth(recording);
const last = facts.frame_step.length - 1;
/** The row of the recording's step table for the step that ended in this frame. */
const row = (frame) => facts.frame_step[frame] - 1;
const shownValue = async (page, plot) => Number(await page.getAttribute(`[data-plot=${plot}]`, "data-value"));
const close = (a, b) => Math.abs(a - b) <= 1e-6 * Math.max(Math.abs(a), Math.abs(b));

after(() => browser.close());

describe("served", () => {
  let server;
  let page;
  before(async () => {
    server = await serve(recording);
    page = await open(browser, server.url);
  });
  after(async () => {
    assert.deepEqual(page.faults, []);
    await page.context().close();
    assert.equal(await server.stop(), 0, "Ctrl-C ends it in order");
  });

  test("the picture is not blank", async () => {
    await seek(page, 0);
    const picture = await pixels(page);
    const colours = new Set();
    for (let y = 0; y < picture.height; y += 4)
      for (let x = 0; x < picture.width; x += 4) colours.add(picture.at(x, y).join());
    assert.ok(colours.size > 100, `${colours.size} colours`);
    assert.match(await page.title(), /boxes/);
  });

  test("plots show the recording's values at the scrub position", async () => {
    for (const frame of [1, 17, last]) {
      await page.locator("input.scrub").fill(String(frame));
      await drawn(page);
      const s = facts.steps;
      assert.ok(close(await shownValue(page, "error"), s.error[row(frame)]), "error");
      assert.equal(await shownValue(page, "iterations"), s.iterations[row(frame)]);
      assert.equal(await shownValue(page, "contacts"), s.contacts[row(frame)]);
      assert.ok(close(await shownValue(page, "energy"), s.kinetic_energy[row(frame)] + s.potential_energy[row(frame)]));
      assert.ok(close(await shownValue(page, "time"), 1000 * s.cpu_s[row(frame)]));
      assert.ok((await page.textContent(".clock")).startsWith(facts.frame_time[frame].toFixed(3)));
    }
  });

  test("the moving body moves in the picture, as recorded", async () => {
    const at = () => page.evaluate(() => window.stiction.picture.windowPosition(1));
    const centre = () => page.evaluate(() => window.stiction.picture.centre(1).toArray());
    await seek(page, 0);
    const before = await pixels(page);
    const from = await at();
    await seek(page, last);
    const after = await pixels(page);
    const to = await at();
    const shown = await centre();
    facts.position[last][1].forEach((x, i) => assert.ok(Math.abs(shown[i] - x) < 1e-6, `${shown}`));
    assert.ok(Math.hypot(to.x - from.x, to.y - from.y) > 60, "slid over the screen");
    assert.ok(difference(before, after) > 1500, "pixels changed");
    // Where it was there is floor now; where it is there was floor.
    for (const p of [from, to]) {
      const [x, y] = [Math.round(p.x), Math.round(p.y)];
      const apart = before
        .at(x, y)
        .map((c, i) => Math.abs(c - after.at(x, y)[i]))
        .reduce((a, b) => a + b);
      assert.ok(apart > 24, `at ${x}, ${y}`);
    }
    await seek(page, last);
    assert.equal(difference(after, await pixels(page)), 0, "and the same frame looks the same");
  });

  test("a click tells about a body", async () => {
    await seek(page, last);
    const p = await page.evaluate(() => window.stiction.picture.windowPosition(1));
    await page.mouse.click(p.x, p.y);
    await page.waitForSelector(".inspector:not([hidden])");
    const words = await page.textContent(".inspector");
    assert.equal(await page.getAttribute(".inspector", "data-body"), "slider");
    for (const word of ["slider", "box 0.4 × 0.4 × 0.4 m", "wood", "32 kg", "floor"])
      assert.ok(words.includes(word), word);
    // At rest the floor carries its weight: 32 kg times 9.81 m/s².
    assert.match(words, /contact force314 N/);
    await page.keyboard.press("Escape");
    assert.ok(await page.isHidden(".inspector"));
  });

  test("following keeps a body in its place", async () => {
    await seek(page, 0);
    const p = await page.evaluate(() => window.stiction.picture.windowPosition(1));
    await page.mouse.click(p.x, p.y);
    await drawn(page);
    await page.keyboard.press("f");
    await seek(page, last);
    const q = await page.evaluate(() => window.stiction.picture.windowPosition(1));
    assert.ok(Math.hypot(p.x - q.x, p.y - q.y) < 2);
    await page.keyboard.press("Escape");
    await page.keyboard.press("r");
  });

  test("contacts appear, stick and slip in their colours, and can be counted", async () => {
    const frame = 10; // the slider slides, the others stand
    await seek(page, frame);
    await page.keyboard.press("t");
    const plain = await pixels(page);
    await page.click("[data-toggle=points]");
    await drawn(page);
    const shown = await pixels(page);
    const stick = [22, 104, 199];
    const slip = [224, 83, 31];
    assert.ok(near(plain, stick, 30) === 0 && near(plain, slip, 30) === 0);
    assert.ok(near(shown, stick, 30) > 15, "sticking");
    assert.ok(near(shown, slip, 30) > 15, "slipping");
    const counts = await page.locator(".legend b").allTextContents();
    const recorded = facts.contact_end[frame] - facts.contact_end[frame - 1];
    assert.equal(
      counts.map(Number).reduce((a, b) => a + b),
      recorded,
    );
    await page.click("[data-toggle=points]");
    await page.keyboard.press("t");
    await drawn(page);
    assert.ok(await page.isHidden(".legend"));
  });

  test("normals, forces, cones, islands and shapes change the picture", async () => {
    await seek(page, last);
    const plain = await pixels(page);
    for (const toggle of ["normals", "forces", "cones", "islands", "shapes", "glassy"]) {
      await page.click(`[data-toggle=${toggle}]`);
      await drawn(page);
      assert.ok(difference(plain, await pixels(page)) > 100, toggle);
      await page.click(`[data-toggle=${toggle}]`);
    }
    await drawn(page);
    assert.ok(difference(plain, await pixels(page)) < 20, "all off again");
  });

  test("keys play, step and help", async () => {
    await seek(page, 5);
    await page.keyboard.press(".");
    assert.equal(await page.inputValue("input.scrub"), "6");
    await page.keyboard.press(",");
    await page.keyboard.press(",");
    assert.equal(await page.inputValue("input.scrub"), "4");
    await page.keyboard.press(" ");
    await until(page, () => Number(document.querySelector("input.scrub").value) > 8);
    await page.keyboard.press(" ");
    const stopped = await page.inputValue("input.scrub");
    await page.waitForTimeout(200);
    assert.equal(await page.inputValue("input.scrub"), stopped);
    await page.keyboard.press("]");
    assert.equal(await page.inputValue(".transport select"), "2");
    await page.keyboard.press("[");
    await page.keyboard.press("?");
    assert.ok(await page.isVisible("#help"));
    await page.keyboard.press("Escape");
    assert.ok(await page.isHidden("#help"));
  });

  test("a click on a plot goes there", async () => {
    const area = await page.locator("[data-plot=energy] canvas").boundingBox();
    // Times lie to the right of the numbers, and a cursor is where the mouse was.
    const x = area.x + 46 + (area.width - 50) / 2;
    await page.mouse.click(x, area.y + 20);
    await drawn(page);
    const frame = Number(await page.inputValue("input.scrub"));
    assert.ok(Math.abs(facts.frame_time[frame] - 0.75) < 0.02);
    const cursor = await page.locator("[data-plot=energy] .cursor").boundingBox();
    assert.ok(Math.abs(cursor.x + cursor.width / 2 - x) < 4);
  });

  test("light and dark", async () => {
    const corner = async () => (await pixels(page)).at(5, 60).reduce((a, b) => a + b);
    const light = await corner();
    await page.keyboard.press("d");
    await drawn(page);
    assert.ok(light > 600 && (await corner()) < 200);
    await page.keyboard.press("d");
    await drawn(page);
  });

  test("frames come in ranges", async () => {
    const answer = await page.evaluate(async () => {
      const r = await fetch("replay.bin", { headers: { Range: "bytes=0-7" } });
      return [r.status, await r.text()];
    });
    assert.deepEqual(answer, [206, "STICTRPL"]);
    assert.ok(
      page.asked.every((url) => url.startsWith(server.url) || url.startsWith("data:")),
      "nothing from elsewhere",
    );
  });

  for (const screen of SCREENS) test(`everything fits on ${screen.name}`, () => expectFit(page, screen));
});

test("frames of a long recording, also those on the border of two ranges", async () => {
  // Poses of a frame are 120 × 28 bytes, a range is 1 MiB: frames 312 and 624 lie on borders.
  const bodies = Array.from({ length: 120 }, (_, i) => ({
    name: `box${i}`,
    shape: { box: { size: [0.2, 0.2, 0.2] } },
    material: "wood",
    position: [i % 12, Math.floor(i / 12), 0],
    velocity: [0, 0, 0.1 + 0.01 * i],
  }));
  const long = record(
    {
      stiction: 1,
      name: "long",
      gravity: [0, 0, 0],
      step: 0.01,
      duration: 7,
      materials: { wood: { mu: 0.4, density: 500 } },
      bodies,
    },
    "--frames-per-second",
    "100",
  );
  const server = await serve(long);
  const page = await open(browser, server.url, { viewport: { width: 640, height: 360 } });
  const recorded = truth(long);
  const before = page.asked.length;
  for (const frame of [312, 700, 624, 313, 0, 311]) {
    await seek(page, frame);
    const shown = await page.evaluate(() => [0, 57, 119].map((i) => window.stiction.picture.centre(i).toArray()));
    [0, 57, 119].forEach((body, k) =>
      recorded.position[frame][body].forEach((x, a) =>
        assert.ok(Math.abs(shown[k][a] - x) < 1e-5, `frame ${frame}, body ${body}: ${shown[k]}`),
      ),
    );
  }
  assert.ok(page.asked.length - before <= 3, "each range is asked for once");
  assert.deepEqual(page.faults, []);
  await page.context().close();
  assert.equal(await server.stop(), 0);
});

test("a deformable body deforms in the picture, as recorded", async () => {
  const soft = record({
    stiction: 1,
    name: "soft",
    step: 0.005,
    duration: 0.2,
    materials: { gel: { mu: 0.5, density: 1000 } },
    bodies: [
      { name: "floor", fixed: true, shape: { half_space: {} }, material: "gel" },
      {
        name: "block",
        model: "tetrahedral", // its coordinates are the places of its nodes
        shape: { box: { size: [0.2, 0.1, 0.1] } },
        material: "gel",
        position: [0, 0, 0.06],
        velocity: [0, 0, -1.5],
        elastic: { youngs_modulus: 2e4, poisson_ratio: 0.3, stiffness_damping: 0.002, cells: [4, 2, 2] },
      },
    ],
  });
  const server = await serve(soft);
  const page = await open(browser, server.url);
  const recorded = truth(soft);
  const shown = () => page.evaluate(() => window.stiction.picture.vertices(1));
  const node = (frame, i) => recorded.deformations[frame].slice(3 * i, 3 * i + 3);
  const apart = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));
  await seek(page, 0);
  const first = await shown();
  const before = await pixels(page);
  const count = recorded.deformations[0].length / 3;
  const nodes = [];
  for (let v = 0; v < first.length; v += 3) {
    const x = first.slice(v, v + 3);
    nodes.push([...Array(count).keys()].find((i) => apart(node(0, i), x) < 1e-6));
  }
  assert.equal(nodes.length, 5 * 3 * 3 - 3 * 1 * 1, "all nodes but the three inside");
  assert.equal(new Set(nodes).size, nodes.length);
  let squashed = 1;
  for (let frame = 0; frame < recorded.frame_time.length; ++frame) {
    await seek(page, frame);
    const now = await shown();
    nodes.forEach((i, v) => assert.ok(apart(now.slice(3 * v, 3 * v + 3), node(frame, i)) < 1e-6, `frame ${frame}`));
    const heights = nodes.map((i) => node(frame, i)[2]);
    squashed = Math.min(squashed, (Math.max(...heights) - Math.min(...heights)) / 0.1);
  }
  assert.ok(squashed < 0.95, "it does deform");
  assert.ok(difference(before, await pixels(page)) > 500, "pixels changed");
  const p = await page.evaluate(() => window.stiction.picture.windowPosition(1));
  await page.mouse.click(p.x, p.y);
  await page.waitForSelector(".inspector:not([hidden])");
  const words = await page.textContent(".inspector");
  for (const word of ["block", "deformable, 80 triangles", "2 kg"]) assert.ok(words.includes(word), words);
  assert.deepEqual(page.faults, []);
  await page.context().close();
  assert.equal(await server.stop(), 0);
});

test("a server that has gone is reported, and found again", async () => {
  const server = await serve(recording);
  const page = await open(browser, server.url);
  await seek(page, 20);
  assert.equal(await server.stop(), 0);
  await page.click("[data-toggle=points]"); // contacts have not been asked for yet
  await page.waitForSelector(".problem:not([hidden])");
  assert.match(await page.textContent(".problem"), /cannot be read/);
  const again = await serve(recording, "--port", new URL(server.url).port);
  await page.waitForSelector(".problem", { state: "hidden" });
  await page.waitForSelector(".legend:not([hidden])");
  await page.context().close();
  assert.equal(await again.stop(), 0);
});

test("with a token, for others", async () => {
  const server = await serve(recording, "--bind", "0.0.0.0");
  assert.match(server.url, /\?token=[0-9a-f]{32}$/);
  const url = server.url.replace(/\/\/[^:]+:/, "//127.0.0.1:");
  assert.equal((await fetch(url.split("?")[0])).status, 403);
  const page = await open(browser, url);
  assert.deepEqual(page.faults, []);
  await page.context().close();
  assert.equal(await server.stop(), 0);
});

test("the report opens from disk without a network", async () => {
  stiction("report", recording, "-o", "report.html");
  const page = await open(browser, pathToFileURL(join(folder, "report.html")).href, { offline: true });
  await seek(page, 17);
  assert.ok(close(await shownValue(page, "error"), facts.steps.error[row(17)]));
  assert.equal(await shownValue(page, "contacts"), facts.steps.contacts[row(17)]);
  const a = await pixels(page);
  await seek(page, 0);
  assert.ok(difference(a, await pixels(page)) > 1500);
  await page.keyboard.press("s");
  const words = await page.textContent("#run");
  for (const word of ["boxes: 4 bodies", "Exactness", "all 150 steps", "half_space"])
    assert.ok(words.includes(word), word);
  assert.deepEqual(
    page.asked.filter((url) => !url.startsWith("file:") && !url.startsWith("data:")),
    [],
  );
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("what probes read is plotted", async () => {
  const probed = record({
    stiction: 1,
    name: "probed",
    step: 0.01,
    duration: 0.5,
    materials: { wood: { mu: 0.4, density: 500 } },
    bodies: [
      { name: "floor", fixed: true, shape: { half_space: { normal: [0, 0, 1] } }, material: "wood" },
      box("slider", [0, 0, 0.2], [1.5, 0, 0]),
    ],
    probes: [
      { name: "slip", type: "slip", body: "slider" },
      { name: "energy", type: "energy" },
    ],
  });
  stiction("report", probed, "-o", "probed.html");
  const page = await open(browser, pathToFileURL(join(folder, "probed.html")).href, { offline: true });
  const frames = truth(probed).frame_step.length;
  for (const name of ["slip", "energy"]) {
    const canvas = page.locator(`[data-plot="probe-${name}"] canvas`);
    assert.equal(Number(await canvas.getAttribute("data-drawn")), frames);
    // Coloured pixels: the curves.
    const coloured = await canvas.evaluate((c) => {
      const { data } = c.getContext("2d").getImageData(0, 0, c.width, c.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4)
        count += data[i + 3] > 128 && Math.max(data[i], data[i + 1], data[i + 2]) - Math.min(data[i], data[i + 1], data[i + 2]) > 40;
      return count;
    });
    assert.ok(coloured > 100, `${name}: ${coloured}`);
  }
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a long report is thinned, and says so", async () => {
  const told = stiction("report", recording, "-o", "thin.html", "--max-mb", "0.01");
  assert.match(told, /of the 76 frames recorded/);
  assert.ok(statSync(join(folder, "thin.html")).size < statSync(join(folder, "report.html")).size);
  const page = await open(browser, pathToFileURL(join(folder, "thin.html")).href, { offline: true });
  await page.keyboard.press("End");
  await drawn(page);
  assert.ok((await page.textContent(".clock")).startsWith("1.500"));
  assert.ok(close(await shownValue(page, "error"), facts.steps.error.at(-1)));
  await page.keyboard.press("s");
  assert.match(await page.textContent(".thinned"), /of the 76 frames recorded/);
  await page.context().close();
});
