// The viewer of a running world, against a make-believe one: everything the user does becomes the right order, and
// everything the world says is shown.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { difference, drawn, expectFit, launch, near, open, pixels, SCREENS, until } from "./harness.mjs";
import { BOXES, MockWorld, SIZE } from "./mock_world.mjs";

const browser = await launch();
const upper = BOXES.indexOf("upper") + 1;
const lower = BOXES.indexOf("lower") + 1;
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
after(() => browser.close());

describe("a running world", () => {
  const world = new MockWorld(process.env.PAGE);
  let page;
  const place = (body) => page.evaluate((i) => window.stiction.picture.windowPosition(i), body);
  const ordered = async (what, count = 1) => {
    for (let i = 0; i < 600 && world.orders.filter((o) => o.do === what).length < count; ++i) await wait(10);
    return world.orders.filter((order) => order.do === what);
  };
  const drag = async (from, dx, dy, steps = 8) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (let k = 1; k <= steps; ++k) {
      await page.mouse.move(from.x + (dx * k) / steps, from.y + (dy * k) / steps);
      await wait(20);
    }
  };
  /** The picture while the world stands still: one that moves gives a slow machine no rest. */
  const still = async () => {
    world.state.paused = true;
    await until(page, () => window.stiction.state.paused);
    await drawn(page);
    const picture = await pixels(page);
    world.state.paused = false;
    return picture;
  };
  const fresh = async () => {
    world.orders.length = 0;
    world.reset();
    await drawn(page);
  };
  before(async () => {
    await world.start();
    page = await open(browser, world.url, { viewport: { width: 640, height: 400 } });
    await until(page, () => window.stiction.state !== null);
  });
  after(async () => {
    assert.deepEqual(page.faults.filter((fault) => !fault.includes("WebSocket connection")), []);
    await page.context().close();
    await world.stop();
  });

  test("what the world says is shown", async () => {
    await drawn(page);
    assert.match(await page.title(), /mock/);
    const text = (id) => page.textContent(`[data-live=${id}]`);
    assert.equal(await text("rate"), "998");
    assert.equal(await text("realtime"), "1.00×");
    assert.equal(await text("converged"), "99.9 %");
    assert.deepEqual([await text("p50"), await text("p99"), await text("p999")], ["0.101 ms", "0.42 ms", "0.87 ms"]);
    assert.equal(await text("mu"), "0.50");
    assert.equal(await text("gravity"), "9.81 m/s²");
    assert.match(await page.textContent(".status"), /^step \d+ · direct · error 3e-9$/);
    for (const [plot, value] of Object.entries({ error: 3e-9, iterations: 7, energy: 8.25, contacts: 12, time: 0.12 })) {
      const shown = Number(await page.getAttribute(`[data-plot=${plot}]`, "data-value"));
      assert.ok(Math.abs(shown - value) < 1e-6 * value, `${plot}: ${shown}`);
    }
    const colours = new Set();
    const picture = await still();
    for (let y = 0; y < picture.height; y += 4)
      for (let x = 0; x < picture.width; x += 4) colours.add(picture.at(x, y).join());
    assert.ok(colours.size > 100, `${colours.size} colours`);
  });

  test("a body follows the mouse", async () => {
    await fresh();
    const picture = await still();
    const from = await place(upper);
    const beside = await place(lower);
    await drag(from, 90, -30);
    const [grab] = await ordered("grab");
    assert.equal(grab.body, upper);
    // On the box's surface, in its own frame.
    assert.ok(Math.abs(Math.max(...grab.point.map(Math.abs)) - SIZE / 2) < 1e-5, `${grab.point}`);
    await ordered("move", 3);
    const there = { body: upper, x: from.x + 90, y: from.y - 30 };
    // The point that is held follows the mouse; the box's centre lies behind it and moves a little less in the window.
    const arrived = ({ body, x, y }) => {
      const at = window.stiction.picture.windowPosition(body);
      return Math.hypot(at.x - x, at.y - y) < 12;
    };
    await until(page, arrived, 20, there);
    assert.deepEqual(await place(lower), beside, "the camera stands still");
    const pulled = await still();
    assert.ok(difference(picture, pulled) > 1000, "the box moved in the picture");
    assert.ok(near(pulled, [163, 18, 143], 40) > 20, "the pull is drawn");
    assert.match(await page.textContent("output.hold"), /^[\d.e-]+ N$/);
    await page.mouse.up();
    await ordered("release");
    await until(page, () => document.querySelector("output.hold").hidden);
    const moves = world.orders.filter((order) => order.do === "move");
    for (const first of moves)
      assert.ok(moves.filter((m) => m.at >= first.at && m.at < first.at + 1000).length <= 61, "not too many moves");
  });

  test("with Shift over the ground", async () => {
    await fresh();
    await page.keyboard.down("Shift");
    await drag(await place(upper), 0, -60);
    await page.mouse.up();
    await page.keyboard.up("Shift");
    await ordered("release");
    const targets = world.orders.filter((order) => order.do === "move").map((order) => order.target);
    const [first, final] = [targets[0], targets.at(-1)];
    assert.ok(Math.abs(final[2] - first[2]) < 1e-9, "at the same height");
    assert.ok(final[1] - first[1] > 0.1, "away from the camera");
  });

  test("a click tells about a body and does not touch it", async () => {
    await fresh();
    const p = await place(upper);
    await page.mouse.move(p.x, p.y);
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForSelector(".inspector:not([hidden])");
    assert.equal(await page.getAttribute(".inspector", "data-body"), "upper");
    assert.deepEqual(world.orders, []);
    await page.keyboard.press("Escape");
  });

  test("beside the bodies the camera turns", async () => {
    await fresh();
    const before = await place(upper);
    await drag({ x: 30, y: 100 }, 60, 0);
    await page.mouse.up();
    await drawn(page);
    assert.notDeepEqual(await place(upper), before);
    assert.deepEqual(world.orders, []);
    await page.keyboard.press("0");
  });

  test("pause, step, reset, record", async () => {
    await fresh();
    await page.keyboard.press(" ");
    await until(page, () => window.stiction.state.paused);
    await drawn(page);
    assert.equal(await page.textContent(".pace"), "paused");
    const { step } = world.state;
    await page.keyboard.press(".");
    await until(page, (n) => window.stiction.state.step === n, 10, step + 1);
    await page.keyboard.press("r");
    await ordered("reset");
    assert.deepEqual(world.orders.map((order) => order.do), ["pause", "step", "reset"]);
    await page.click(".play");
    await until(page, () => !window.stiction.state.paused);
    await page.click(".record");
    await until(page, () => document.querySelector(".file").textContent === "mock-1.h5");
    assert.equal(await page.getAttribute(".record", "aria-pressed"), "true");
    await page.keyboard.press("e");
    await until(page, () => document.querySelector(".notice").textContent === "mock-1.h5 is written");
    const records = world.orders.filter((order) => order.do === "record").map((order) => order.value);
    assert.deepEqual(records, [true, false]);
    world.state.notice = null;
  });

  test("friction, gravity, solver, tolerance", async () => {
    await fresh();
    const last = (what) => world.orders.filter((order) => order.do === what).at(-1)?.value;
    await page.getByLabel("Friction coefficient").fill("1.25");
    await page.getByLabel("Strength of gravity").fill("4");
    await ordered("gravity");
    assert.equal(last("friction"), 1.25);
    assert.deepEqual(last("gravity"), [0, 0, -4]);
    await page.getByLabel("Direction of gravity").selectOption("to +x");
    await ordered("gravity", 2);
    assert.deepEqual(last("gravity"), [4, 0, 0]);
    await page.getByLabel("No gravity").click();
    await ordered("gravity", 3);
    assert.deepEqual(last("gravity"), [0, 0, 0]);
    await page.getByLabel("Solver").selectOption("newton");
    await page.getByLabel("Tolerance").selectOption("1e-8");
    await ordered("tolerance");
    assert.equal(last("solver"), "newton");
    assert.equal(last("tolerance"), 1e-8);
    // What another page sets is shown here as well.
    await page.evaluate(() => document.activeElement.blur());
    Object.assign(world.state, { mu: null, gravity: [0, 0, -9.81], solver: "auto", tolerance: 3e-7 });
    await until(page, () => document.querySelector("[data-live=mu]").textContent === "mixed");
    await until(page, () => document.querySelector("[aria-label=Solver]").value === "auto");
    await until(page, () => Number(document.querySelector("[aria-label=Tolerance]").value) === 3e-7);
    await until(page, () => document.querySelector("[aria-label='Direction of gravity']").value === "0");
    Object.assign(world.state, { mu: 0.5, tolerance: 1e-6 });
  });

  test("contacts, forces, cones, islands, glass", async () => {
    await fresh();
    world.state.paused = true;
    await until(page, () => window.stiction.state.paused);
    await drawn(page);
    const plain = await pixels(page);
    for (const toggle of ["points", "normals", "forces", "cones", "islands", "shapes", "glassy"]) {
      await page.click(`[data-toggle=${toggle}]`);
      await drawn(page);
      assert.ok(difference(plain, await pixels(page)) > 60, toggle);
      if (toggle === "points")
        assert.deepEqual(await page.locator(".legend b").allTextContents(), ["6", "6", "0"]);
      await page.click(`[data-toggle=${toggle}]`);
    }
    await drawn(page);
    assert.ok(difference(plain, await pixels(page)) < 20, "all off again");
    world.state.paused = false;
  });

  test("nonsense is reported, and what follows is shown again", async () => {
    world.silent = true;
    world.babble(Buffer.from("STICLIVE with a wrong length"));
    await page.waitForSelector(".problem:not([hidden])");
    assert.match(await page.textContent(".problem"), /cannot be shown: the server sent 28 bytes/);
    world.silent = false;
    await until(page, () => document.querySelector(".problem").hidden);
  });

  test("a world that has gone is reported, and found again", async () => {
    await world.stop();
    await page.waitForSelector(".problem:not([hidden])");
    assert.match(await page.textContent(".problem"), /cannot be reached/);
    await world.start(world.port);
    await page.waitForSelector(".problem", { state: "hidden" });
    await fresh();
    await page.keyboard.press(" ");
    await ordered("pause");
    world.state.paused = false;
  });

  for (const screen of SCREENS) test(`everything fits on ${screen.name}`, () => expectFit(page, screen));
});
