// What the core says about a state: all that is drawn.

import type { Catalogue, Difference, Game, Layout, Moves, Plane, Planes, Position } from "./answers";
import { Answer, Core, floats, octets, reading, words } from "./core";
import { kLast, State } from "./state";

// The planes of a tensor with their values.
export interface Tensor {
  planes: Planes;
  values: Float32Array; // plane by plane
  number: Uint16Array; // into planes.numbers
  kind: Uint8Array;
  strength: Uint8Array;
}

export interface Model {
  state: State;
  game: Game;
  moves: Moves;
  position: Position; // its board is drawn as the state says
  layout: Layout;
  tensor: Tensor;
  encoded: Answer<"encode">;
  before: Tensor | null; // of the ply before
  compared: Compared | null;
}

// The second layout beside the first.
export interface Compared {
  layout: Layout;
  tensor: Tensor;
  difference: Difference;
}

export function tensorOf(answer: Planes & { data: ArrayBuffer }): Tensor {
  const { arrays, data } = answer;
  return {
    planes: answer,
    values: floats(data, arrays.values),
    number: words(data, arrays.number),
    kind: octets(data, arrays.kind),
    strength: octets(data, arrays.strength),
  };
}

export function gameOf(catalogue: Catalogue, name: string): Game {
  return catalogue.games.find((g) => g.name === name)!;
}

// The line of a start position.
export function startOf(game: Game, size = game.usual_size): string {
  return game.sizes.find((s) => s.size === size)!.start;
}

// Throws what the core throws.
export function makeModel(core: Core, catalogue: Catalogue, asked: State): Model {
  const at = whereOf(asked);
  const stands = core.call("position", at);
  const game = gameOf(catalogue, stands.game);
  const ply = stands.ply === stands.plies ? kLast : stands.ply;
  const state = { ...asked, ply, layout: reading(asked.layout, () => layoutFor(core, game, asked.layout)) };
  const wanted = { layout: state.layout, ...formOf(state) };
  const sized = game.sizes.length > 1 ? { size: stands.size } : {};
  const layout = reading(state.layout, () => core.call("layout", { ...wanted, ...sized }));
  const encoded = core.call("encode", { ...at, ...wanted });
  const position = state.board === "stands" ? stands : { ...stands, board: encoded.board };
  const before = stands.ply > 0 ? core.call("encode", { ...at, ply: stands.ply - 1, ...wanted }) : null;
  return {
    state, game, layout, position, encoded,
    moves: core.call("moves", { line: state.line, options: state.options }),
    tensor: tensorOf(encoded),
    before: before && tensorOf(before),
    compared: reading(state.with, () => compare(core, game, state, sized)),
  };
}

// The arguments that name a position.
export function whereOf(state: State) {
  return { line: state.line, options: state.options, ...(state.ply === kLast ? {} : { ply: state.ply }) };
}

export function formOf(state: State) {
  return { ...(state.order && { order: state.order }), ...(state.dtype && { dtype: state.dtype }) };
}

// The layout that a game is first shown in: one of planes.
export function usualLayout(game: Game): string {
  return (game.layouts.find((l) => l.shape.split(",").length === 3) ?? game.layouts[0]).id;
}

// A position of another game than the layout's gets that game's usual one.
function layoutFor(core: Core, game: Game, layout: string): string {
  if (game.layouts.some((l) => l.id === layout)) return layout;
  const isOther = core.call("read", { text: layout }).kind === "layout" && core.call("layout", { layout }).game !== game.name;
  return isOther ? usualLayout(game) : layout;
}

function compare(core: Core, game: Game, state: State, sized: { size?: number }): Compared | null {
  if (!state.with) return null;
  if (core.call("layout", { layout: state.with }).game !== game.name) return null; // of the game before
  const other = core.call("layout", { layout: state.with, ...sized });
  return {
    layout: other,
    tensor: tensorOf(core.call("encode", { ...whereOf(state), layout: state.with })),
    difference: core.call("difference", { a: state.layout, b: state.with, ...sized }),
  };
}

// ---- what is said of a cell

// "[6, 4, 0]": where an element stands in the array.
export function indexText(planes: Planes, element: number): string {
  const index: number[] = [];
  for (const n of [...planes.shape].reverse()) {
    index.unshift(element % n);
    element = Math.floor(element / n);
  }
  return `[${index.join(", ")}]`;
}

export function numberAt(t: Tensor, p: Plane, cell: number): string {
  return t.planes.numbers[t.number[p.at + (p.is_scalar ? 0 : cell)]];
}

// "us.pawn e2 = 1 at [6, 4, 0]", the words of `intarsia show`.
export function sentence(t: Tensor, p: Plane, cell: number): string {
  const where = p.is_scalar ? "" : ` ${t.planes.cells[cell]}`;
  return `${p.name}${where} = ${numberAt(t, p, cell)} at ${indexText(t.planes, elementOf(p, cell))}`;
}

export function elementOf(p: Plane, cell: number): number {
  return p.is_scalar ? p.first : p.first + cell * p.stride;
}

export function placeText(t: Tensor, p: Plane, cell: number): string {
  const element = elementOf(p, cell);
  return `element ${element}, byte ${element * t.planes.element_bytes}`;
}

export function hasChanged(now: Tensor, before: Tensor | null, p: Plane, cell: number): boolean {
  if (!before || before.values.length !== now.values.length) return false;
  const at = p.at + cell;
  return !Object.is(now.values[at], before.values[at]);
}

export function countOf(t: Tensor, p: Plane): number {
  return p.is_scalar ? 1 : t.planes.cells.length;
}
