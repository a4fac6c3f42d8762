// Cells of a board as shapes, and how values are coloured: for planes on canvases.

import type { Board, BoardCell } from "./answers";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type Point = [number, number];

export function boxOf(points: Iterable<Point>): Box {
  let x = Infinity, y = Infinity, right = -Infinity, bottom = -Infinity;
  for (const [px, py] of points) {
    x = Math.min(x, px);
    y = Math.min(y, py);
    right = Math.max(right, px);
    bottom = Math.max(bottom, py);
  }
  return { x, y, width: right - x, height: bottom - y };
}

export function cellsBox(board: Board): Box {
  return boxOf(board.cells.flatMap((c) => c.outline));
}

export function centreOf(cell: BoardCell): Point {
  const n = cell.outline.length;
  return cell.outline.reduce<Point>(([x, y], [px, py]) => [x + px / n, y + py / n], [0, 0]);
}

export function pointsText(points: Point[]): string {
  return points.map((p) => p.join(",")).join(" ");
}

// The cell under a point of the board; -1: none. A cell is about one unit wide.
export function cellAt(board: Board, x: number, y: number): number {
  let found = -1, least = 0.6 * 0.6;
  board.cells.forEach((cell, i) => {
    const [cx, cy] = centreOf(cell);
    const distance = (cx - x) ** 2 + (cy - y) ** 2;
    if (distance < least) [found, least] = [i, distance];
  });
  return found;
}

// The next cell in a direction, as arrow keys go; the same where there is none.
function neighbour(board: Board, from: number, dx: number, dy: number): number {
  const [x, y] = centreOf(board.cells[from]);
  let found = from, least = Infinity;
  board.cells.forEach((cell, i) => {
    const [cx, cy] = centreOf(cell);
    const ahead = (cx - x) * dx + (cy - y) * dy;
    const aside = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
    if (ahead < 0.4 || aside > ahead) return;
    const cost = ahead + 2 * aside;
    if (cost < least) [found, least] = [i, cost];
  });
  return found;
}

const kArrows: Record<string, Point> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

// Where an arrow key leads from a cell; nothing for other keys, and where Alt changes its meaning.
export function arrowed(board: Board, from: number, event: KeyboardEvent): number | null {
  const arrow = kArrows[event.key];
  if (!arrow || event.altKey || event.ctrlKey || event.metaKey) return null;
  event.preventDefault();
  return neighbour(board, Math.max(from, 0), ...arrow);
}

// ---- colours

// As the array `kind` of the core numbers them.
export const enum Kind { kNothing, kAbove, kBelow, kOutside, kFirst, kSecond }

type Rgb = [number, number, number];

export interface Palette {
  grid: string;
  zero: string;
  soft: string;
  cursor: string;
  fills: string[][]; // by kind and strength
}

// A strength of 0 is seen too: the least part of the colour.
const kLeast = 0.2;

function parse(color: string): Rgb {
  const hex = color.trim().replace("#", "");
  const full = hex.length === 3 ? hex.replace(/./g, "$&$&") : hex;
  return [0, 2, 4].map((i) => parseInt(full.slice(i, i + 2), 16)) as Rgb;
}

function shades(color: string, ground: string): string[] {
  const [a, b] = [parse(color), parse(ground)];
  return Array.from({ length: 256 }, (_, strength) => {
    const share = kLeast + (1 - kLeast) * strength / 255;
    return `rgb(${a.map((v, i) => Math.round(v * share + b[i] * (1 - share))).join(" ")})`;
  });
}

let known: { scheme: boolean; players: string; palette: Palette } | null = null;

// The colours of the scheme in use; made again when it changes.
export function paletteFor(players: Board["players"]): Palette {
  const scheme = matchMedia("(prefers-color-scheme: dark)").matches;
  const key = players ? players.first + players.second : "";
  if (known && known.scheme === scheme && known.players === key) return known.palette;
  const style = getComputedStyle(document.documentElement);
  const named = (name: string) => style.getPropertyValue(name).trim();
  const zero = named("--zero");
  const palette: Palette = {
    grid: named("--grid"), zero, soft: named("--soft"), cursor: named("--cursor"),
    fills: [
      [], shades(named("--p"), zero), shades(named("--n"), zero), shades(named("--x"), named("--x")),
      shades(players?.first ?? named("--p"), zero), shades(players?.second ?? named("--n"), zero),
    ],
  };
  known = { scheme, players: key, palette };
  return palette;
}
