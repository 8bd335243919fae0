/** The user's layout of list columns: visible ones, order, widths, and pins. */

import type { EntityDefinition, Field } from '../../../generated/definition.ts';
import { isObject } from '../../core/object.ts';
import { isNumeric } from '../../fieldTypes/valueText.ts';
import { clampWidth, MAX_WIDTH } from '../../kit/table/width.ts';
import { SIZE, SPACE_STEP } from '../../kit/theme/tokens.ts';
import { columnNames, filterKind, listField } from '../../record/query/fields.ts';

export type Pin = 'start' | 'end' | null;

export interface ListLayout {
  shown: readonly string[];
  widths: Readonly<Record<string, number>>;
  start: readonly string[];
  end: readonly string[];
  /** Hidden statistics of other records, for all currencies: `statistic.figure`. */
  hidden?: readonly string[];
}

/** Returns the names of the statistics that a list shows for its rows. */
export const listFigureNames = ({ list }: EntityDefinition): string[] =>
  (list.figures ?? []).flatMap(({ statistic, figures }) => figures.map((name) => `${statistic}.${name}`));

export const ROW_HEIGHT = SIZE.control + SPACE_STEP * 3;

/** Returns the first column, which links to the record. It is always visible and pinned. */
export function leadColumn(entity: EntityDefinition): string {
  return entity.list.columns[0]!;
}

export function layoutDefault(entity: EntityDefinition): ListLayout {
  return { shown: entity.list.columns, widths: {}, start: [], end: [] };
}

const WIDTHS: Record<ReturnType<typeof filterKind> | 'amount', number> = {
  text: SPACE_STEP * 42,
  words: SPACE_STEP * 60,
  choice: SPACE_STEP * 36,
  ref: SPACE_STEP * 42,
  refs: SPACE_STEP * 42,
  date: SPACE_STEP * 42,
  number: SPACE_STEP * 30,
  /** With the currency before the number. */
  amount: SPACE_STEP * 46,
  yesNo: SPACE_STEP * 24,
  several: SPACE_STEP * 42,
};
/** Width of a day with the word "overdue". */
const LATE_WIDTH = SPACE_STEP * 50;
const LEAD_WIDTH = SPACE_STEP * 50;
/** Width of a name that is a sentence. */
const SENTENCE_WIDTH = SPACE_STEP * 80;
const SENTENCE_LETTERS = 300;
/** Approximate width of a header character. Chinese ones are twice as wide. */
const LETTER = SPACE_STEP * 2;
const HEADER_FRAME = SPACE_STEP * 10;
const WIDE_LETTERS = /[\u2e80-\uffef]/g;

/** Returns a width for typical values of the field, and for its title. */
export function widthUsual(field: Field, title: string, lead: boolean): number {
  const letters = title.length + (title.match(WIDE_LETTERS)?.length ?? 0) * 0.75;
  const needed = Math.ceil(letters * LETTER) + HEADER_FRAME;
  const leading = (field.maxLength ?? 0) > SENTENCE_LETTERS ? SENTENCE_WIDTH : LEAD_WIDTH;
  const figure = field['x-currency'] ? 'amount' : 'number';
  if (field['x-overdueWhen']) return Math.max(LATE_WIDTH, needed);
  const usual = lead ? leading : WIDTHS[isNumeric(field) ? figure : filterKind(field)];
  return Math.min(Math.max(usual, needed), MAX_WIDTH);
}

/** Reads a stored layout, without columns that no longer exist. */
export function readLayout(entity: EntityDefinition, stored: unknown): ListLayout {
  const usual = layoutDefault(entity);
  if (!isObject(stored)) return usual;
  const possible = new Set(columnNames(entity));
  const names = (value: unknown) =>
    Array.isArray(value)
      ? [...new Set(value.filter((name): name is string => typeof name === 'string' && possible.has(name)))]
      : [];
  const shown = names(stored.shown);
  const { hidden: left } = stored;
  const hidden = Array.isArray(left) ? listFigureNames(entity).filter((name) => left.includes(name)) : [];
  const widths = isObject(stored.widths) ? Object.entries(stored.widths) : [];
  return layoutWhole(entity, {
    shown: shown.length > 0 ? shown : usual.shown,
    widths: Object.fromEntries(
      widths
        .filter((entry): entry is [string, number] => possible.has(entry[0]) && typeof entry[1] === 'number')
        .map(([name, width]) => [name, clampWidth(width)]),
    ),
    start: names(stored.start),
    end: names(stored.end),
    ...(hidden.length > 0 && { hidden }),
  });
}

/** Returns the layout with the linking column first. */
function layoutWhole(entity: EntityDefinition, layout: ListLayout): ListLayout {
  const lead = leadColumn(entity);
  return {
    ...layout,
    shown: [lead, ...layout.shown.filter((name) => name !== lead)],
    start: layout.start.filter((name) => name !== lead),
    end: layout.end.filter((name) => name !== lead && !layout.start.includes(name)),
  };
}

export function layoutIsUsual(entity: EntityDefinition, layout: ListLayout): boolean {
  const usual = layoutDefault(entity);
  return (
    layout.shown.join() === usual.shown.join() &&
    layout.start.length + layout.end.length + Object.keys(layout.widths).length === 0 &&
    (layout.hidden ?? []).length === 0
  );
}

export function showLayout(
  entity: EntityDefinition,
  layout: ListLayout,
  name: string,
  on: boolean,
): ListLayout {
  const others = layout.shown.filter((other) => other !== name);
  return layoutWhole(entity, { ...layout, shown: on ? [...others, name] : others });
}

/** Shows or hides a statistic of other records. */
export function toggleFigure(layout: ListLayout, name: string): ListLayout {
  const { hidden = [] } = layout;
  const others = hidden.filter((other) => other !== name);
  return { ...layout, hidden: others.length < hidden.length ? others : [...hidden, name] };
}

export function pinOf(layout: ListLayout, name: string): Pin {
  if (layout.start.includes(name)) return 'start';
  return layout.end.includes(name) ? 'end' : null;
}

export function pinLayout(entity: EntityDefinition, layout: ListLayout, name: string, pin: Pin): ListLayout {
  const without = (names: readonly string[]) => names.filter((other) => other !== name);
  return layoutWhole(entity, {
    ...layout,
    start: pin === 'start' ? [...without(layout.start), name] : without(layout.start),
    end: pin === 'end' ? [...without(layout.end), name] : without(layout.end),
  });
}

export function layoutSize(layout: ListLayout, name: string, width: number | null): ListLayout {
  const { [name]: _, ...others } = layout.widths;
  return { ...layout, widths: width === null ? others : { ...others, [name]: clampWidth(width) } };
}

/** Returns the columns in display order: the first one, left-pinned ones, the others, right-pinned ones. */
export function orderLayout(entity: EntityDefinition, layout: ListLayout): string[] {
  const lead = leadColumn(entity);
  const rank = (name: string) =>
    name === lead ? 0 : { start: 1, end: 3, none: 2 }[pinOf(layout, name) ?? 'none'];
  return [0, 1, 2, 3].flatMap((place) => layout.shown.filter((name) => rank(name) === place));
}

/** Moves a column next to another one, whose pinning it adopts. */
export function moveLayout(
  entity: EntityDefinition,
  layout: ListLayout,
  name: string,
  target: string,
  side: 'before' | 'behind',
): ListLayout {
  const lead = leadColumn(entity);
  if (name === lead || name === target) return layout;
  const order = orderLayout(entity, layout).filter((other) => other !== name);
  const index = order.indexOf(target) + (side === 'behind' || target === lead ? 1 : 0);
  const shown = [...order.slice(0, index), name, ...order.slice(index)];
  const pin = target === lead ? null : pinOf(layout, target);
  return pinLayout(entity, { ...layout, shown }, name, pin);
}

/** Moves a column by one place to the left or right. */
export function layoutStep(
  entity: EntityDefinition,
  layout: ListLayout,
  name: string,
  step: -1 | 1,
): ListLayout {
  const order = orderLayout(entity, layout);
  const target = order[order.indexOf(name) + step];
  if (!target || target === leadColumn(entity)) return layout;
  return moveLayout(entity, layout, name, target, step < 0 ? 'before' : 'behind');
}

export interface FitColumn {
  id: string;
  width: number;
  /** True if the user has set the width. */
  fixed: boolean;
}

/**
 * Distributes the remaining width among the columns, in proportion to their widths. Resized columns keep their width.
 */
export function fitWidths(columns: readonly FitColumn[], room: number): Record<string, number> {
  const total = columns.reduce((sum, { width }) => sum + width, 0);
  const free = columns.filter(({ fixed }) => !fixed).reduce((sum, { width }) => sum + width, 0);
  const extra = Math.max(0, room - total);
  return Object.fromEntries(
    columns.map(({ id, width, fixed }) => [
      id,
      fixed || free === 0 ? width : Math.floor(width + (extra * width) / free),
    ]),
  );
}

/** Splits the columns of `order` into left-pinned, scrolling and right-pinned ones. */
export function layoutParts(
  entity: EntityDefinition,
  layout: ListLayout,
  order: readonly string[],
): Record<'start' | 'center' | 'end', string[]> {
  const pin = (name: string) => (name === leadColumn(entity) ? 'start' : pinOf(layout, name));
  return {
    start: order.filter((name) => pin(name) === 'start'),
    center: order.filter((name) => pin(name) === null),
    end: order.filter((name) => pin(name) === 'end'),
  };
}

/**
 * Returns widths in pixels. `own`: widths set by the user. The other columns share the rest of `space`. `needs`:
 * minimum widths.
 */
export function layoutWidths(
  entity: EntityDefinition,
  order: readonly string[],
  widths: ListLayout['widths'],
  title: (name: string) => string,
  space: number,
  needs: Readonly<Record<string, number>> = {},
): Record<string, number> {
  const fit = order.map((id) => {
    const usual = widthUsual(listField(entity, id), title(id), id === leadColumn(entity));
    const width = Math.max(widths[id] ?? usual, needs[id] ?? 0);
    return { id, width, fixed: widths[id] !== undefined };
  });
  return fitWidths(fit, space);
}
