/** Plans the cells of a row with order and position. Equal results remain the same objects. */
import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  tableFeatures,
} from '@tanstack/react-table';
import type { CSSProperties } from 'react';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { isNumeric } from '../../fieldTypes/valueText.ts';
import type { CellFrame } from '../../kit/table/cells.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { listField } from '../../record/query/fields.ts';

export const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
});
export const helper = createColumnHelper<typeof features, ListRecord>();

export interface ColumnPlan {
  name: string;
  frame: CellFrame;
}

export interface RowPlan {
  /** The columns. The first one links to the record. */
  columns: readonly ColumnPlan[];
  /** Cells in a grid have a different role. */
  role: 'cell' | 'gridcell';
  selectable: boolean;
  /** True if a column expands the details of a row. */
  details: boolean;
}

/** The pinned columns at both edges, and the others between them. */
interface Parts<Column> {
  start: readonly Column[];
  center: readonly Column[];
  end: readonly Column[];
}

/** Returns the distance of each pinned column from the edge. */
const offsets = (widths: readonly number[], edge: number): number[] =>
  widths.map((_, index) => widths.slice(0, index).reduce((sum, width) => sum + width, edge));

export const columnClass = (index: number): string => `wd-column-${index}`;

/** Plans every column. `counted`: cells contain their column number, because not all cells of a row are rendered. */
export function planColumns(
  entity: EntityDefinition,
  { start, center, end }: Parts<string>,
  counted: boolean,
): Parts<ColumnPlan> {
  const before = start.length + center.length;
  const column = (name: string, index: number, pin?: 'start' | 'end'): ColumnPlan => ({
    name,
    frame: {
      className: columnClass(index),
      'data-align': isNumeric(listField(entity, name)) ? 'end' : undefined,
      'data-pin': pin,
      'aria-colindex': counted ? index + 1 : undefined,
    },
  });
  return {
    start: start.map((name, index) => column(name, index, 'start')),
    center: center.map((name, index) => column(name, start.length + index)),
    end: end.map((name, index) => column(name, before + index, 'end')),
  };
}

/**
 * Returns the style sheet with column widths and offsets of pinned columns, `lead` and `tail` pixels from the edges. It
 * applies to all cells below `scope`. Inline styles would be slower.
 */
export function columnsSheet(
  scope: string,
  { start, center, end }: Parts<string>,
  sizes: Readonly<Record<string, number>>,
  { lead, tail }: { lead: number; tail: number },
): string {
  const widths = (names: readonly string[]) => names.map((name) => sizes[name]!);
  const places = [
    ...offsets(widths(start), lead).map((offset) => `inset-inline-start:${offset}px`),
    ...center.map(() => ''),
    ...offsets(widths(end.toReversed()), tail)
      .reverse()
      .map((offset) => `inset-inline-end:${offset}px`),
  ];
  return [...start, ...center, ...end]
    .map((name, index) => `.${scope} .${columnClass(index)}{width:${sizes[name]}px;${places[index]}}`)
    .join('\n');
}

/** Returns the rendered columns. The outermost scrolling ones also fill the space of invisible columns. */
export function listDrawnColumns(
  { start, center, end }: Parts<ColumnPlan>,
  { from, to, before }: { from: number; to: number; before: number },
): ColumnPlan[] {
  const drawn = [...start, ...center.slice(from, to)];
  const spaced = ({ name, frame }: ColumnPlan, margin: CSSProperties) => ({
    name,
    frame: { ...frame, style: { ...frame.style, ...margin } },
  });
  const first = drawn[start.length];
  if (first && before > 0) drawn[start.length] = spaced(first, { marginInlineStart: before });
  const last = drawn.pop();
  return last ? [...drawn, spaced(last, { marginInlineEnd: 'auto' }), ...end] : [...end];
}
