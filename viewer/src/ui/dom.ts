// Elements in one line each.
type Attributes = Record<string, string>;

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export function button(
  text: string,
  title: string,
  onClick: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const made = element("button", { type: "button", title, "aria-label": title, ...attributes }, text);
  made.addEventListener("click", onClick);
  return made;
}

const NS = "http://www.w3.org/2000/svg";

/** An icon of 20 by 20 from one path. */
export function icon(path: string): SVGSVGElement {
  const svg = document.createElementNS(NS, "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS(NS, "path");
  shape.setAttribute("d", path);
  svg.append(shape);
  return svg;
}

/** Numbers as people read them: three or four digits, and a power of ten only where it must be. */
export function readable(value: number, digits = 3): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : value > 0 ? "∞" : "-∞";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e5 || size < 1e-3) return value.toExponential(digits - 2).replace("e+", "e");
  return String(Number(value.toPrecision(digits)));
}
