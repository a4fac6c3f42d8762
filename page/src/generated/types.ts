// Written by the core from its table of functions (page/core/functions.cc); a test keeps it
// fresh.

import type * as answers from "../answers";
import type { Edit, Options } from "../answers";

// By the name of a function: what it takes, and what it answers.
export interface Calls {
  // This table, and the version.
  functions: {
    takes: {};
    gives: answers.Functions;
  };
  // Games with their facts, layouts and policies; examples.
  catalogue: {
    takes: {};
    gives: answers.Catalogue;
  };
  // What a text or a file is: games, a layout, a tensor. Takes bytes.
  read: {
    takes: { text?: string; name?: string; options?: Options; };
    gives: answers.Read;
  };
  // The moves of a line, as they are played and as books write them.
  moves: {
    takes: { line: string; options?: Options; };
    gives: answers.Moves;
  };
  // What the rules say of a position, and its board.
  position: {
    takes: { line: string; ply?: number; options?: Options; layout?: string; };
    gives: answers.Position;
  };
  // A line with one more move.
  play: {
    takes: { line: string; ply?: number; options?: Options; move: string; };
    gives: answers.Played;
  };
  // A board that is put together by hand.
  set_up: {
    takes: { game: string; size?: number; draft?: string; options?: Options; edits?: Edit[]; };
    gives: answers.SetUp;
  };
  // What a layout is, and what it loses.
  layout: {
    takes: { layout: string; size?: number; order?: string; dtype?: string; frame?: string; };
    gives: answers.Layout;
  };
  // The tensor of a position.
  encode: {
    takes: { line: string; ply?: number; options?: Options; layout: string; order?: string; dtype?: string; };
    gives: answers.Encoded;
  };
  // How two layouts of a game differ.
  difference: {
    takes: { a: string; b: string; size?: number; };
    gives: answers.Difference;
  };
  // Which layouts a tensor file may hold, from its first bytes. Takes bytes.
  fits: {
    takes: { file_size: number; passport?: string; layout?: string; };
    gives: answers.Fits;
  };
  // A tensor as it is, and the position that it shows. Takes bytes.
  decode: {
    takes: { layout: string; size?: number; order?: string; dtype?: string; turn?: string; };
    gives: answers.Decoded;
  };
  // The numbers of the legal moves.
  policy: {
    takes: { line: string; ply?: number; options?: Options; policy: string; frame?: string; };
    gives: answers.Policy;
  };
  // The move of a number.
  policy_move: {
    takes: { line: string; ply?: number; options?: Options; policy: string; frame?: string; index: number; };
    gives: answers.PolicyMove;
  };
  // The lines that make a tensor.
  recipe: {
    takes: { line: string; ply?: number; options?: Options; layout: string; order?: string; dtype?: string; };
    gives: answers.Recipe;
  };
  // The board and its planes as a picture.
  svg: {
    takes: { line: string; ply?: number; options?: Options; layout: string; order?: string; dtype?: string; };
    gives: answers.Svg;
  };
}
