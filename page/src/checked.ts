// What an address asks for and its game does not have: it is said, and left out.

import type { Catalogue } from "./answers";
import { Core, reading, Refusal } from "./core";
import { gameOf, usualLayout, whereOf } from "./model";
import { kLast, kStart, Opened, State } from "./state";

const kMostShown = 40; // characters of what is not known

// Throws what the core says of the line.
export function checked(core: Core, catalogue: Catalogue, { state, notes }: Opened): Opened {
  const known = new Set(catalogue.games.flatMap((g) => g.options.map((o) => o.name)));
  const options = Object.fromEntries(Object.entries(state.options).filter(([name]) => known.has(name)));
  const position = core.call("position", whereOf({ ...state, options, ply: kLast }));
  const game = gameOf(catalogue, position.game);
  const left: Partial<State> = {};
  const leave = <K extends keyof State>(key: K, value: State[K], why: string) => {
    left[key] = value;
    notes = [...notes, why];
  };
  const isOneOf = (key: "policy" | "board" | "turn" | "order" | "dtype", known: string[]) => {
    if (state[key] === kStart[key] || known.includes(state[key])) return;
    leave(key, kStart[key], `The address says ${key}=${shown(state[key])}, which is none of ${known.join(", ") || "this game's"}.`);
  };
  isOneOf("policy", game.policies.map((p) => p.id));
  isOneOf("board", ["frame", "stands"]);
  isOneOf("turn", game.turns);
  isOneOf("order", catalogue.orders);
  isOneOf("dtype", catalogue.dtypes);
  if (state.ply > position.plies) leave("ply", kLast, `The address says ply=${state.ply}, and the line has ${position.plies}: the last is shown.`);
  if (state.cell && !position.board.cells.some((c) => c.name === state.cell)) leave("cell", "", `The address says cell=${shown(state.cell)}, which the board does not have.`);
  const other = state.layout === kStart.layout ? game.name : reading(state.layout, () => core.call("layout", { layout: state.layout }).game);
  if (other !== game.name) leave("layout", usualLayout(game), `The address has a layout of ${other} and a position of ${game.name}: ${usualLayout(game)} is shown.`);
  const unknown = Object.keys(state.options).filter((name) => !known.has(name));
  if (unknown.length > 0) leave("options", options, `The address has options that no game knows: ${unknown.map(shown).join(", ")}.`);
  const why = state.with && whyNotBeside(core, game.name, state.with);
  if (why) leave("with", "", `The layout to compare with is left out: ${why}`);
  return { state: { ...state, ...left }, notes };
}

function whyNotBeside(core: Core, game: string, layout: string): string {
  try {
    const other = core.call("layout", { layout }).game;
    return other === game ? "" : `it is one of ${other}, the position one of ${game}.`;
  } catch (error) {
    if (error instanceof Refusal) return error.fault.detail;
    throw error;
  }
}

function shown(text: string): string {
  return text.length > kMostShown ? `${text.slice(0, kMostShown)}…` : text;
}
