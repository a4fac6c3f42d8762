// One plane on a canvas: its cells as the board has them, coloured by their values.

import type { Board, Plane } from "./answers";
import { hasChanged, Tensor } from "./model";
import { Box, cellsBox, centreOf, Kind, Palette, paletteFor, Point } from "./shapes";

// The cells of a board at a scale, ready to be drawn many times.
export interface Grid {
  board: Board;
  box: Box;
  unit: number; // CSS pixels of a cell
  paths: Path2D[];
  all: Path2D;
  centres: Point[]; // in CSS pixels
}

const kMargin = 1; // CSS pixels around the cells

export function makeGrid(board: Board, unit: number): Grid {
  const box = cellsBox(board);
  const place = ([x, y]: Point): Point => [(x - box.x) * unit + kMargin, (y - box.y) * unit + kMargin];
  const all = new Path2D();
  const paths = board.cells.map((cell) => {
    const path = new Path2D();
    cell.outline.map(place).forEach(([x, y], i) => (i === 0 ? path.moveTo(x, y) : path.lineTo(x, y)));
    path.closePath();
    all.addPath(path);
    return path;
  });
  return { board, box, unit, paths, all, centres: board.cells.map((c) => place(centreOf(c))) };
}

export function gridSize(grid: Grid): [number, number] {
  return [grid.box.width * grid.unit + 2 * kMargin, grid.box.height * grid.unit + 2 * kMargin];
}

// The place on the board of a point of the canvas.
export function toBoard(grid: Grid, x: number, y: number): Point {
  return [(x - kMargin) / grid.unit + grid.box.x, (y - kMargin) / grid.unit + grid.box.y];
}

export function draw(canvas: HTMLCanvasElement, grid: Grid, t: Tensor, plane: Plane, before: Tensor | null): void {
  const sharp = window.devicePixelRatio || 1;
  const [width, height] = gridSize(grid);
  const pixels = [Math.round(width * sharp), Math.round(height * sharp)];
  if (canvas.width !== pixels[0] || canvas.height !== pixels[1]) [canvas.width, canvas.height] = pixels;
  canvas.style.width = `${width}px`;
  const context = canvas.getContext("2d")!;
  context.setTransform(sharp, 0, 0, sharp, 0, 0);
  context.clearRect(0, 0, width, height);
  const palette = paletteFor(grid.board.players);
  context.fillStyle = palette.zero;
  context.fill(grid.all);
  for (let cell = 0; cell < grid.paths.length; cell++) {
    const kind: Kind = t.kind[plane.at + cell];
    if (kind === Kind.kNothing) continue;
    context.fillStyle = palette.fills[kind][t.strength[plane.at + cell]];
    context.fill(grid.paths[cell]);
    if (kind === Kind.kBelow || kind === Kind.kOutside) mark(context, grid, cell, kind, palette);
  }
  context.strokeStyle = palette.grid;
  context.lineWidth = 1;
  context.stroke(grid.all);
  outlinePlayers(context, grid, t, plane, palette);
  for (let cell = 0; cell < grid.paths.length; cell++) {
    if (hasChanged(t, before, plane, cell)) changed(context, grid, cell, palette);
  }
}

// A player's colour may be nearly that of an empty cell.
function outlinePlayers(context: CanvasRenderingContext2D, grid: Grid, t: Tensor, plane: Plane, palette: Palette): void {
  context.strokeStyle = palette.soft;
  for (let cell = 0; cell < grid.paths.length; cell++) {
    if (t.kind[plane.at + cell] >= Kind.kFirst) context.stroke(grid.paths[cell]);
  }
}

// Colours alone tell nobody all: a bar for below 0, a cross for outside the range.
function mark(context: CanvasRenderingContext2D, grid: Grid, cell: number, kind: Kind, palette: Palette): void {
  const [x, y] = grid.centres[cell];
  const d = grid.unit * 0.2;
  context.strokeStyle = palette.zero;
  context.lineWidth = Math.max(1.5, grid.unit * 0.1);
  context.beginPath();
  if (kind === Kind.kBelow) {
    context.moveTo(x - d, y);
    context.lineTo(x + d, y);
  } else {
    context.moveTo(x - d, y - d);
    context.lineTo(x + d, y + d);
    context.moveTo(x + d, y - d);
    context.lineTo(x - d, y + d);
  }
  context.stroke();
}

// A dot in the corner: another value than a ply before.
function changed(context: CanvasRenderingContext2D, grid: Grid, cell: number, palette: Palette): void {
  const [x, y] = grid.centres[cell];
  context.fillStyle = palette.cursor;
  context.strokeStyle = palette.zero;
  context.lineWidth = 1;
  context.beginPath();
  context.arc(x + grid.unit * 0.28, y - grid.unit * 0.28, Math.max(2, grid.unit * 0.13), 0, 2 * Math.PI);
  context.fill();
  context.stroke();
}
