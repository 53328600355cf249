// A running world from end to end: a block is dragged off a stack with the mouse, and the recording knows it.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { difference, drawn, folder, launch, live, near, open, pixels, truth, until } from "./harness.mjs";

const browser = await launch();
after(() => browser.close());

const SIZE = 0.4;
const BLOCKS = ["lower", "middle", "upper"];
const scene = {
  stiction: 1,
  name: "tower",
  step: 0.005,
  duration: 1,
  materials: { wood: { mu: 0.4, density: 100 } },
  bodies: [
    { name: "floor", fixed: true, shape: { half_space: { normal: [0, 0, 1] } }, material: "wood" },
    ...BLOCKS.map((name, i) => ({
      name,
      shape: { box: { size: [SIZE, SIZE, SIZE] } },
      material: "wood",
      position: [0, 0, SIZE * (i + 0.5)],
    })),
  ],
};

test("a block is dragged off a stack", async () => {
  writeFileSync(join(folder, "tower.json"), JSON.stringify(scene));
  const server = await live("tower.json");
  const page = await open(browser, server.url, { viewport: { width: 900, height: 420 } });
  const state = () => page.evaluate(() => window.stiction.state);
  /** The picture while the world stands still: one that moves gives a slow machine no rest. */
  const still = async () => {
    await page.keyboard.press(" ");
    await until(page, () => window.stiction.state.paused);
    await drawn(page);
    const picture = await pixels(page);
    await page.keyboard.press(" ");
    await until(page, () => !window.stiction.state.paused);
    return picture;
  };
  const upper = 3;
  await until(page, () => window.stiction.state?.step > 0);
  await page.keyboard.press("e");
  await until(page, () => window.stiction.state.recording !== null);
  const { recording } = await state();
  const before = await still();
  const from = await page.evaluate((i) => window.stiction.picture.windowPosition(i), upper);

  // Two blocks to the right, so that the spring may lag behind, and a little up.
  const far = await page.evaluate(
    ([i, metres]) => metres / window.stiction.picture.pixelAt(window.stiction.picture.centre(i)).right.length(),
    [upper, 2 * SIZE],
  );
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let k = 1; k <= 12; ++k) {
    await page.mouse.move(from.x + (far * k) / 12, from.y - 2 * k);
    await page.waitForTimeout(30);
  }
  await until(page, () => window.stiction.state.hold !== null);
  const { hold } = await state();
  assert.equal(hold.body, upper);
  assert.ok(hold.target[0] - hold.position[0] > -SIZE && Math.hypot(...hold.force) > 0);
  // Clear of the block below.
  await until(page, (i) => window.stiction.picture.centre(i).x > 0.45, 60, upper);
  assert.ok(near(await still(), [163, 18, 143], 40) > 20, "the pull is drawn");
  await page.mouse.up();
  await until(page, () => window.stiction.state.hold === null);
  const released = (await state()).time;
  await until(page, (t) => window.stiction.state.time > t + 1, 60, released);
  const after = await still();
  const to = await page.evaluate((i) => window.stiction.picture.windowPosition(i), upper);
  await page.keyboard.press("e");
  await until(page, () => window.stiction.state.recording === null);

  assert.ok(Math.hypot(to.x - from.x, to.y - from.y) > 60, "it moved over the screen");
  assert.ok(difference(before, after) > 1000, "and in the picture");
  const facts = truth(join(folder, recording));
  assert.deepEqual(facts.bodies, ["floor", ...BLOCKS]);
  const first = facts.position[0];
  const last = facts.position.at(-1);
  const height = (positions, name) => positions[facts.bodies.indexOf(name)][2];
  assert.ok(last[upper][0] - first[upper][0] > SIZE, `the upper block is aside: ${last[upper]}`);
  assert.ok(height(last, "upper") < height(first, "upper") - 0.5 * SIZE, "and fell");
  for (const [i, name] of [[1, "lower"], [2, "middle"]]) {
    const moved = Math.hypot(...last[i].map((x, k) => x - first[i][k]));
    assert.ok(moved < 0.5 * SIZE, `${name} moved by ${moved}`);
  }
  assert.ok(Math.abs(height(last, "middle") - height(last, "lower") - SIZE) < 0.01, "the others still stand");
  for (const body of [1, 2, 3]) assert.ok(last[body][2] > 0.45 * SIZE, "nothing sank into the floor");
  assert.deepEqual(page.faults, []);
  await page.context().close();
  assert.equal(await server.stop(), 0);
  assert.match(server.said(), /Recording +tower-live\.h5/);
});

test("settings, pause, step and reset reach the world", async () => {
  const server = await live("tower.json");
  const page = await open(browser, server.url, { viewport: { width: 640, height: 400 } });
  const state = () => page.evaluate(() => window.stiction.state);
  await until(page, () => window.stiction.state?.step > 0);
  await page.keyboard.press(" ");
  await until(page, () => window.stiction.state.paused);
  await drawn(page);
  const { step } = await state();
  await page.keyboard.press(".");
  await until(page, (n) => window.stiction.state.step === n, 20, step + 1);
  await page.keyboard.press("r");
  await until(page, () => window.stiction.state.step === 0);
  await page.getByLabel("Friction coefficient").fill("1.25");
  await page.getByLabel("No gravity").click();
  const solvers = (await state()).solvers;
  await page.getByLabel("Solver").selectOption(solvers.at(-1));
  await page.getByLabel("Tolerance").selectOption("1e-5");
  await page.keyboard.press("."); // what is set takes effect before a step
  await until(page, () => window.stiction.state.step === 1);
  const now = await state();
  assert.deepEqual([now.mu, now.gravity, now.solver, now.tolerance], [1.25, [0, 0, 0], solvers.at(-1), 1e-5]);
  assert.deepEqual(page.faults, []);
  await page.context().close();
  assert.equal(await server.stop(), 0);
});
