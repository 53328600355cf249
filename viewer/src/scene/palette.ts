// Colours of the picture, for light and dark surroundings.
import { Color } from "three";

export interface Theme {
  background: string;
  ground: string;
  grid: string;
  sky: string;
  bounce: string;
  fixed: string;
  edge: string;
  edgeOpacity: number;
  stick: string;
  slip: string;
  idle: string;
  normal: string;
  selected: string;
  hold: string;
  skyStrength: number;
  sunStrength: number;
}

export const LIGHT: Theme = {
  background: "#eef1f5",
  ground: "#dfe4ea",
  grid: "#8d99a8",
  sky: "#ffffff",
  bounce: "#c9c2b8",
  fixed: "#b4bcc6",
  edge: "#1d2733",
  edgeOpacity: 0.55,
  stick: "#1668c7",
  slip: "#e0531f",
  idle: "#7b8794",
  normal: "#0f8a6d",
  selected: "#ffc21a",
  hold: "#a3128f",
  skyStrength: 1.75,
  sunStrength: 1.9,
};

export const DARK: Theme = {
  background: "#12161b",
  ground: "#383d44",
  grid: "#7d8b9b",
  sky: "#dde4ec",
  bounce: "#74767c",
  fixed: "#56616e",
  edge: "#05080b",
  edgeOpacity: 0.6,
  stick: "#57b0ff",
  slip: "#ff8a4c",
  idle: "#8995a3",
  normal: "#3fd6ae",
  selected: "#ffd24a",
  hold: "#ff77dd",
  skyStrength: 1.35,
  sunStrength: 2.2,
};

/** Muted and well apart from the colours of contacts. */
const BODY_COLOURS = ["#d9c8a9", "#a9bfd0", "#cfa9a0", "#adc2a6", "#c6b6d3", "#e0d7c4", "#93b4b3", "#d6b98b"].map(
  (c) => new Color(c),
);
const ISLAND_COLOURS = [
  "#4e79a7",
  "#f28e2b",
  "#59a14f",
  "#e15759",
  "#76b7b2",
  "#edc948",
  "#b07aa1",
  "#ff9da7",
  "#9c755f",
  "#86bcb6",
  "#d37295",
  "#8cd17d",
].map((c) => new Color(c));

export function bodyColour(i: number): Color {
  return BODY_COLOURS[i % BODY_COLOURS.length];
}

/** By the island's lowest body, so that an island keeps its colour while that body stays in it. */
export function islandColour(lowestBody: number): Color {
  return ISLAND_COLOURS[lowestBody % ISLAND_COLOURS.length];
}
