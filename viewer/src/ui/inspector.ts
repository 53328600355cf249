// What is known about the body that was clicked.
import { Vector3 } from "three";
import type { Body, Header, Shape } from "../data/format";
import type { ContactRows } from "../data/replay";
import { ContactReader } from "../scene/contacts";
import { button, element, readable } from "./dom";

function shapeText(shape: Shape): string {
  const mm = (x: number) => readable(x, 4);
  switch (shape.type) {
    case "box":
      return `box ${shape.size.map(mm).join(" × ")} m`;
    case "sphere":
      return `sphere, radius ${mm(shape.radius)} m`;
    case "capsule":
    case "cylinder":
    case "cone":
      return `${shape.type}, radius ${mm(shape.radius)} m, length ${mm(shape.length)} m`;
    case "half_space":
      return "half-space";
    case "soft":
      return `deformable, ${shape.triangle_count} triangles`;
    default:
      return `${shape.type} of ${shape.triangle_count} triangles`;
  }
}

export class Inspector {
  readonly root: HTMLElement;
  private readonly title = element("h2");
  private readonly list = element("dl");
  private readonly followButton: HTMLButtonElement;

  constructor(
    private readonly header: Header,
    onClose: () => void,
    onFollow: () => void,
  ) {
    this.followButton = button("Follow", "Move along with this body (F)", onFollow, { class: "chip" });
    this.root = element(
      "aside",
      { class: "inspector", hidden: "", "aria-live": "off" },
      element("header", {}, this.title, button("×", "Close (Esc)", onClose, { class: "close" })),
      this.list,
      this.followButton,
    );
  }

  hide(): void {
    this.root.hidden = true;
  }

  /** `contacts` may still be on their way: then what they tell is left out. */
  show(index: number, centre: Vector3, speed: number | null, contacts: ContactRows | null, following: boolean): void {
    const body: Body = this.header.bodies[index];
    this.root.hidden = false;
    this.root.dataset.body = body.name;
    this.title.textContent = body.name;
    this.followButton.setAttribute("aria-pressed", String(following));
    const rows: [string, string][] = [];
    const shapes = [...new Set(body.parts.map((part) => part.shape))];
    rows.push([
      "shape",
      body.parts.length === 1 ? shapeText(this.header.shapes[shapes[0]]) : `${body.parts.length} parts`,
    ]);
    rows.push(["material", body.material]);
    rows.push(
      body.fixed
        ? ["mass", body.pose < 0 ? "fixed" : "moved as prescribed"]
        : ["mass", `${readable(body.mass ?? 0, 4)} kg`],
    );
    rows.push([
      "centre",
      `${centre
        .toArray()
        .map((x) => x.toFixed(4))
        .join(", ")} m`,
    ]);
    if (speed !== null) rows.push(["speed", `${readable(speed)} m/s`]);
    if (contacts !== null) rows.push(...this.contactRows(index, contacts));
    this.list.replaceChildren(...rows.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]));
  }

  private contactRows(index: number, contacts: ContactRows): [string, string][] {
    const contact = new ContactReader();
    const force = new Vector3();
    const touched = new Set<number>();
    const tally = { idle: 0, stick: 0, slip: 0 };
    for (let i = 0; i < contacts.count; ++i) {
      contact.read(contacts, i, this.header.bodies);
      if (contact.a !== index && contact.b !== index) continue;
      ++tally[contact.kind];
      if (contact.pressed) touched.add(contact.a === index ? contact.b : contact.a);
      const onThis = (contact.onFirst ? contact.a : contact.b) === index;
      force.addScaledVector(contact.impulse, (onThis ? 1 : -1) / this.header.step);
    }
    const names = [...touched].map((i) => this.header.bodies[i].name);
    return [
      ["contacts", `${tally.stick} stick, ${tally.slip} slip, ${tally.idle} idle`],
      ["touches", names.length === 0 ? "nothing" : names.slice(0, 6).join(", ") + (names.length > 6 ? ", …" : "")],
      ["contact force", `${readable(force.length())} N`],
    ];
  }
}
