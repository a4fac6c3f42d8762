// What the core says about a state: all that is drawn.

import type { Catalogue, Difference, Game, Layout, LayoutText, Moves, Plane, Planes, Position } from "./answers";
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
  const state = { ...asked, ...ofGame(game, stands, asked), ply, ...reading(asked.layout, () => layoutFor(core, game, asked)) };
  const wanted = { layout: state.layout, ...formOf(state) };
  const sized = game.sizes.length > 1 ? { size: stands.size } : {};
  const compared = reading(state.with, () => compare(core, game, state, sized));
  state.with = compared?.layout.text ?? "";
  const layout = reading(state.layout, () => core.call("layout", { ...wanted, ...sized }));
  const encoded = core.call("encode", { ...at, ...wanted });
  const position = state.board === "stands" ? stands : { ...stands, board: encoded.board };
  const before = stands.ply > 0 ? core.call("encode", { ...at, ply: stands.ply - 1, ...wanted }) : null;
  return {
    state, game, layout, position, encoded,
    moves: core.call("moves", { line: state.line, options: state.options }),
    tensor: tensorOf(encoded),
    before: before && tensorOf(before),
    compared,
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

// A position of another game than the layout's gets that game's usual one, in its own order and type.
function layoutFor(core: Core, game: Game, { layout, order, dtype }: State): Pick<State, "layout" | "order" | "dtype"> {
  const isOfGame = game.layouts.some((l) => l.id === layout) || core.call("layout", { layout }).game === game.name;
  return isOfGame ? { layout: ofAnySize(layout), order, dtype } : { layout: usualLayout(game), order: "", dtype: "" };
}

// A layout without the size of its board: it is that of the position.
export function ofAnySize(layout: LayoutText): LayoutText {
  if (!layout.startsWith("{")) return layout;
  const { size, ...rest } = JSON.parse(layout);
  return JSON.stringify(rest);
}

// What another game or another board does not have is left out.
function ofGame(game: Game, { board }: Position, { policy, cell }: State): Pick<State, "policy" | "cell"> {
  return {
    policy: game.policies.some((p) => p.id === policy) ? policy : "",
    cell: board.cells.some((c) => c.name === cell) ? cell : "",
  };
}

function compare(core: Core, game: Game, state: State, sized: { size?: number }): Compared | null {
  if (!state.with) return null;
  if (core.call("layout", { layout: state.with }).game !== game.name) return null; // of the game before
  const other = core.call("layout", { layout: ofAnySize(state.with), ...sized });
  const text = ofAnySize(other.text);
  return {
    layout: { ...other, text },
    tensor: tensorOf(core.call("encode", { ...whereOf(state), layout: text })),
    difference: core.call("difference", { a: state.layout, b: text, ...sized }),
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
