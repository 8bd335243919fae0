/** Computes the positions of a flow's nodes: from top to bottom, with paths side by side. */
import type { FlowNode, FlowPath } from '../../../generated/definition.ts';
import { type Flow, isForked } from '../../../runtime/core/flow/walk.ts';
import type { Place } from './edit.ts';

export const BOX = {
  width: 232,
  height: 84,
  path: 52,
  mark: 28,
  dot: 12,
  gap: 12,
  turn: 24,
  column: 24,
} as const;

interface Box {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
}
export type Drawn = Box &
  (
    | { kind: 'start' | 'end' | 'join' }
    | { kind: 'node'; node: FlowNode; place: Place }
    | { kind: 'path'; node: FlowNode; path: FlowPath; place: Place; index: number }
    /** A position where a node can be inserted. */
    | { kind: 'add'; place: Place }
  );

export interface Line {
  id: string;
  from: string;
  to: string;
  /** The fraction of the line after which it turns into another column. */
  turn?: number;
}

export interface Drawing {
  boxes: Drawn[];
  lines: Line[];
}

interface Sized extends Drawing {
  width: number;
  height: number;
  first: string;
  last: string;
}

const shift = ({ boxes, ...rest }: Sized, x: number, y: number): Sized => ({
  ...rest,
  boxes: boxes.map((box) => ({ ...box, x: box.x + x, y: box.y + y })),
});

/** Places nodes one below another, centred. */
function stack(parts: readonly Sized[]): Sized {
  const width = Math.max(...parts.map((part) => part.width));
  const boxes: Drawn[] = [];
  const lines: Line[] = [];
  let y = 0;
  for (const [index, part] of parts.entries()) {
    const placed = shift(part, (width - part.width) / 2, y);
    boxes.push(...placed.boxes);
    lines.push(...part.lines);
    const before = parts[index - 1];
    if (before) lines.push({ id: `${before.last} ${part.first}`, from: before.last, to: part.first });
    y += part.height + BOX.gap;
  }
  const [first] = parts;
  return {
    ...{ boxes, lines, width, height: y - BOX.gap },
    ...{ first: first?.first ?? '', last: parts.at(-1)?.last ?? '' },
  };
}

type Unplaced = Drawn extends infer One ? (One extends Box ? Omit<One, keyof Box> : never) : never;

const one = (id: string, width: number, height: number, drawn: Unplaced): Sized => ({
  ...{ width, height, first: id, last: id, lines: [] },
  boxes: [{ id, x: 0, y: 0, width, height, ...drawn }],
});

const addAt = (place: Place): Sized =>
  one(`add ${place.join('.')}`, BOX.mark, BOX.mark, { kind: 'add', place });

function drawFork(node: Extract<FlowNode, { paths: FlowPath[] }>, place: Place): Sized {
  const head = one(node.name, BOX.width, BOX.height, { kind: 'node', node, place });
  const columns = node.paths.map((path, index) =>
    stack([
      one(`${node.name} ${index}`, BOX.width, BOX.path, { kind: 'path', node, path, place, index }),
      drawList(path.steps, [...place, index]),
    ]),
  );
  const height = Math.max(...columns.map((column) => column.height));
  const width = columns.reduce((sum, column) => sum + column.width + BOX.column, -BOX.column);
  const middle = Math.max(width, BOX.width);
  const join = `${node.name} join`;
  const drawing: Drawing = { boxes: [], lines: [] };
  let x = (middle - width) / 2;
  for (const column of columns) {
    const placed = shift(column, x, BOX.height + BOX.turn);
    drawing.boxes.push(...placed.boxes);
    drawing.lines.push(...column.lines, {
      id: `${node.name} ${column.first}`,
      from: node.name,
      to: column.first,
    });
    drawing.lines.push({ id: `${column.last} ${join}`, from: column.last, to: join });
    x += column.width + BOX.column;
  }
  const top = shift(head, (middle - BOX.width) / 2, 0);
  const joinY = BOX.height + BOX.turn + height + BOX.turn;
  const dot = shift(one(join, BOX.dot, BOX.dot, { kind: 'join' }), (middle - BOX.dot) / 2, joinY);
  return {
    boxes: [...top.boxes, ...drawing.boxes, ...dot.boxes],
    ...{ lines: drawing.lines, width: middle, height: joinY + BOX.dot, first: node.name, last: join },
  };
}

/** Places a list of nodes with their insert buttons. */
function drawList(flow: Flow, place: Place): Sized {
  const parts = flow.flatMap((node, index): Sized[] => {
    const own = [...place, index];
    const drawn = isForked(node)
      ? drawFork(node, own)
      : one(node.name, BOX.width, BOX.height, { kind: 'node', node, place: own });
    return [drawn, addAt([...place, index + 1])];
  });
  return stack([addAt([...place, 0]), ...parts]);
}

export function drawFlow(flow: Flow): Drawing {
  const mark = (kind: 'start' | 'end') => one(kind, BOX.width, BOX.mark, { kind });
  const { boxes, lines } = stack([mark('start'), drawList(flow, []), mark('end')]);
  const places = new Map(boxes.map((box) => [box.id, box]));
  return { boxes, lines: lines.map((line) => turnLate(line, places)) };
}

/**
 * Moves the turn of a line to just above its join. The lines of short columns then pass beside longer ones.
 */
function turnLate(line: Line, places: ReadonlyMap<string, Drawn>): Line {
  const [from, to] = [places.get(line.from), places.get(line.to)];
  if (to?.kind !== 'join' || !from) return line;
  const way = to.y - from.y - from.height;
  return { ...line, turn: 1 - BOX.turn / 2 / way };
}
