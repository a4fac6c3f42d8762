// What the functions of the core answer (page/core/functions.cc has the table of them; the types of
// their arguments are in generated/types.ts). A test calls every function and compares the keys.

// Why there is no answer. `offset` is the byte of the text or file in question.
export interface Fault {
  code: string; // "syntax", "illegal", …
  offset: number;
  detail: string; // one line or more for people
}

// Where an array lies in the bytes of an answer: `length` elements from byte `at` on.
export interface ArrayPlace {
  type: "f4" | "u1" | "u2";
  at: number;
  length: number;
}

// Flags that a line needs to be read back: { chess960: "" }.
export type Options = Record<string, string>;

// A layout: a built-in id, or JSON text.
export type LayoutText = string;

// ---- functions

export interface FunctionRow {
  name: string;
  about: string; // one sentence
  takes_bytes: boolean;
  answer: string; // the interface here
  arguments: { name: string; kind: "text" | "number" | "options" | "edits"; is_optional: boolean; about: string }[];
}

export interface Functions {
  version: string; // of the library
  functions: FunctionRow[];
}

// ---- catalogue: what there is

export interface Game {
  name: string; // "chess"
  title: string; // "Chess"
  players: [string, string]; // "white", "black"
  positions: string; // how a position may be written, in short
  options: { name: string; help: string; choices: string[] }[]; // of reading
  sizes: { size: number; text: string; start: string }[]; // start: the line of its start position
  usual_size: number;
  turns: string[]; // words for who moves, without the empty one
  turn_help: string;
  usual_policy: string;
  has_set_up: boolean;
  facts: {
    name: string;
    meaning: string;
    kind: "cells" | "value" | "codes";
    lo: number;
    hi: number;
    is_derived: boolean;
  }[];
  groups: { name: string; facts: string[] }[];
  frames: { name: string; meaning: string }[];
  parts: { name: string; meaning: string; stand_in: string }[];
  layouts: { id: string; shape: string }[]; // on the usual board
  policies: { id: string; size: number; title: string; rule: string; frame: string }[];
}

export interface Catalogue {
  games: Game[];
  orders: string[]; // CHW, HWC, flat
  dtypes: string[];
  examples: { title: string; about: string; text: string; layout: string }[]; // six
  most_plies_ago: number;
}

// ---- read: what a text or a file is

export interface ReadFault extends Fault {
  ply: number;
  is_refusal: boolean; // else it was put right
}

export interface ReadGame {
  title: string; // "Carlsen - Anand, 2014.11.23, 1-0", as far as it is known
  game: string;
  line: string; // empty if it was refused whole
  options: Options;
  plies: number;
  shown: number; // the ply that the text shows
  tags: [string, string][];
  faults: ReadFault[];
}

export interface Read {
  kind: "games" | "layout" | "tensor";
  format: string; // "fen", "pgn", "lines", … in the core's words; empty for a layout
  games: ReadGame[]; // at least one if kind is "games"
  layout: LayoutText; // of a layout, as it was read; else empty
}

// ---- moves of a line

export interface Moves {
  is_second_first: boolean; // whether the second player made the first of them (a FEN with Black to move)
  moves: { text: string; notation: string }[]; // e2e4, e4
}

// ---- position: one position of a line, and the board

export interface Mark {
  name: string; // "white knight"
  shape: string; // SVG path in a box of mark_box
  detail: string; // SVG path of lines on top; may be empty
  fill: string; // #rrggbb
  outline: string;
  detail_color: string;
  has_room: boolean;
}

export interface BoardCell {
  name: string; // "e4"
  outline: [number, number][]; // x to the right, y down; a cell is about one unit wide
  shade: string;
  mark: number; // into marks; -1: nothing stands there
  is_last: boolean; // one of the last move's
  is_winning: boolean;
}

export interface Board {
  columns: number;
  caption: string; // in whose view
  cells: BoardCell[]; // in the order of a plane's values, if drawn in a layout's frame
  marks: Mark[];
  mark_box: number; // 45: the side of the square in which marks are drawn; scaled to one unit
  labels: { text: string; x: number; y: number }[];
  edges: { line: [number, number][]; color: string }[];
  line: string; // colour between cells; empty: none
  players: { first: string; second: string } | null; // colours
}

export interface LegalMove {
  text: string; // as it is played: e2e4, a3, swap
  notation: string; // e4, Nxf7+, a3
  from: string; // the name of the cell that is taken; empty: none is (a stone is put)
  to: string; // the name of the cell where it lands; empty: none (swap)
  or_to: string[]; // other cells that stand for `to`: the rook's of a castling, all above a disc
  kind: string; // what tells moves of the same cells apart and has to be asked: "queen"; else empty
}

export interface Position {
  game: string;
  size: number;
  plies: number; // of the line
  ply: number; // of this position
  line: string; // the line up to here
  text: string; // the position alone: a FEN
  is_second_to_move: boolean;
  end: { winner: string; reason: string } | null; // winner: "white", "draw", …
  inspect: Record<string, unknown>; // what `intarsia inspect` says
  legal: LegalMove[];
  board: Board;
}

// ---- play: a move after a position of a line

export interface Played {
  line: string;
  ply: number;
  options: Options;
}

// ---- set_up: a draft of a position, and its edits

export interface SetUp {
  draft: string; // the text of what stands there, also of what is no position
  line: string; // the line of it; empty if it is no position
  options: Options;
  faults: Fault[]; // why it is none, and what was put right
  board: Board; // in the first player's view
  men: { piece: string; name: string; mark: Mark }[]; // what can be put on a cell
  // Turn, castling rights, en passant: what may be chosen besides men.
  choices: {
    name: string;
    title: string;
    is_set: boolean; // any number of the values may be chosen; else one
    values: { value: string; title: string; is_chosen: boolean; is_possible: boolean }[];
  }[];
}

// An edit: {cell: "e4", piece: "N"} (piece "": empty it), {cell: "e4", from: "g1"} (a man moves),
// {choice: "turn", value: "b"} (of a set: is turned over), {all: "empty" | "start"}.
export interface Edit {
  cell?: string;
  piece?: string;
  from?: string;
  choice?: string;
  value?: string;
  all?: string;
}

// ---- layout: what a layout is

export interface LayoutPlane {
  name: string;
  meaning: string;
  lo: number;
  hi: number;
  fact: string;
  per: number;
  ago: number;
  place: string; // its plane, or its elements: "3", "0-63"
}

export interface Layout {
  id: string; // empty: it has none
  game: string;
  size: number;
  is_built_in: boolean;
  text: LayoutText; // the shortest that means it: an id, or JSON
  json: string; // as a person would write it, indented
  shape: number[];
  order: string;
  dtype: string;
  dtypes: string[]; // that hold it
  frame: string;
  frame_meaning: string;
  bytes: number; // of a tensor
  history: number; // plies
  planes: LayoutPlane[];
  lost: { name: string; meaning: string; stand_in: string }[];
  rounded: string[]; // features that its type does not keep exactly
  passport: string; // JSON
  usual_policy: string;
}

// ---- encode: the tensor of a position

export interface Plane {
  index: number;
  name: string;
  meaning: string;
  lo: number;
  hi: number;
  range: string; // "0 to 1"
  summary: string; // "8 of 64"
  is_scalar: boolean; // one number instead of one per cell
  is_players: boolean; // in the colours of the players; else of signs
  first: number; // cell c is element first + c * stride of the tensor
  stride: number;
  at: number; // its first value in `values`; it has 1 or as many as the board has cells
}

export interface Planes {
  layout: string; // its id; empty: it has none
  position: string;
  shape: number[];
  order: string;
  dtype: string;
  element_bytes: number;
  columns: number;
  cells: string[]; // names, in the order of a plane's values
  board: Board; // in the layout's frame
  notes: { name: string; text: string }[];
  planes: Plane[];
  numbers: string[]; // the values as texts: number[i] is the index of the text of value i
  arrays: {
    values: ArrayPlace; // f4, plane by plane
    number: ArrayPlace; // u2, into numbers
    kind: ArrayPlace; // u1: 0 nothing, 1 above 0, 2 below 0, 3 outside its range; 4, 5: in the colour of the first, the second player
    strength: ArrayPlace; // u1: how much it differs from 0: 0 to 255 at the end of the range
    tensor?: ArrayPlace; // u1: the bytes as they are stored. Of `encode`
    file?: ArrayPlace; // u1: the .npy file. Of `encode`
  };
}

export interface Encoded extends Planes {
  passport: string; // JSON
  known_plies: number; // how many plies before the position are known
}

// ---- difference of two layouts

export interface Difference {
  is_none: boolean;
  text: string; // for people
  settings: { name: string; a: string; b: string }[];
  shared: { a: number; b: number }[]; // indices of planes that show the same fact of the same age
  only_a: number[];
  only_b: number[];
  tellings: { part: string; meaning: string; a: number[]; b: number[] }[];
}

// ---- fits: which layouts a file may hold

export interface Fits {
  type: string; // "<f4"
  shape: number[];
  data_offset: number;
  fits: {
    layout: LayoutText;
    title: string;
    game: string;
    size: number;
    order: string;
    dtype: string;
    shape: number[]; // of one tensor
    rows: number;
    row_bytes: number;
    needs_turn: boolean; // whose turn it is cannot be seen
    is_own: boolean; // in the order and type that the layout itself says
  }[];
}

// ---- decode: a tensor as it is, and what it says

export interface DecodedPly {
  ago: number;
  text: string; // a FEN
  unsaid: string; // what the text cannot say; mostly empty
  line: string; // empty if the tensor shows too little for a position
  options: Options;
}

export interface Decoded extends Planes {
  plies: DecodedPly[]; // the position itself first; none if it is none
  fault: (Fault & { plane: number; cell: number; element: number }) | null; // the first contradiction; -1: no place
  lost: { name: string; meaning: string; stand_in: string }[]; // what the layout does not show, and what it is taken as
  rounded: string[];
}

// ---- policy: moves as numbers

export interface Policy {
  id: string;
  size: number;
  title: string;
  rule: string;
  notes: { name: string; text: string }[];
  frame: string;
  moves: { text: string; notation: string; index: number }[]; // the legal ones, by number
}

export interface PolicyMove {
  index: number;
  move: string; // the move of the number here; empty if it is none
  why: string; // why it is none
}

// ---- recipe: lines that make exactly this tensor

export interface Recipe {
  cli: string;
  python: string;
  cpp: string;
  json: string; // the layout, whole
  file: string; // what the lines call the layout's file; empty for a built-in layout
}

// ---- picture

export interface Svg {
  svg: string;
}
