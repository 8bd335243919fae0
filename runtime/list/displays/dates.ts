/** Days and instants of records in time-based displays. Days are in the user's time zone. */
import type { EntityDefinition, Field, ListDisplay } from '../../../generated/definition.ts';
import { fieldTypeOf } from '../../fieldTypes/index.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { listField } from '../../record/query/fields.ts';
import type { ServerNode } from '../../record/query/group.ts';
import type { ListQuery } from '../../record/query/query.ts';

export const DAY_MS = 86_400_000;

/** Returns the day of a moment in local time: `2026-11-21`. */
export function dayText(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

export const startOfDay = (moment: Date): Date =>
  new Date(moment.getFullYear(), moment.getMonth(), moment.getDate());

export const addDays = (moment: Date, days: number): Date =>
  new Date(
    moment.getFullYear(),
    moment.getMonth(),
    moment.getDate() + days,
    moment.getHours(),
    moment.getMinutes(),
    moment.getSeconds(),
    moment.getMilliseconds(),
  );

/** Returns the number of whole days between both. A day of 23 or 25 hours counts as one. */
export const daysBetween = (from: Date, to: Date): number =>
  Math.round((startOfDay(to).getTime() - startOfDay(from).getTime()) / DAY_MS);

/** Parses a stored day or instant. Null without one. */
export function momentOf(value: unknown): Date | null {
  if (typeof value !== 'string' || value === '') return null;
  const [year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)?.slice(1).map(Number) ?? [];
  const moment = year ? new Date(year, month! - 1, day) : new Date(value);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

export interface Span {
  from: Date;
  /** The last moment of the span. */
  to: Date;
}

/** Returns the time span of a record. Null without a start. */
export function spanOf({ from, to }: ListDisplay, record: ListRecord): Span | null {
  const begin = momentOf(record[from ?? '']);
  if (!begin) return null;
  const end = momentOf(record[to ?? '']);
  return { from: begin, to: end && end > begin ? end : begin };
}

/** A record with its time span. */
export interface Spanned {
  record: ListRecord;
  span: Span;
}

/** Returns the records with a time span, in the given order. */
export const spannedOf = (display: ListDisplay, records: readonly ListRecord[]): Spanned[] =>
  records.flatMap((record) => {
    const span = spanOf(display, record);
    return span ? [{ record, span }] : [];
  });

const written = (field: Field, moment: Date): string =>
  fieldTypeOf(field).compare === 'date' ? dayText(moment) : moment.toISOString();

/** Adds a filter for the records that overlap the time from `start`, included, to `end`, excluded. */
export function queryWithin(
  entity: EntityDefinition,
  { from = '', to }: ListDisplay,
  query: ListQuery,
  { start, end }: { start: Date; end: Date },
): ListQuery {
  const { and = [] } = (query.filter ? JSON.parse(query.filter) : {}) as { and?: ServerNode[] };
  const edge = (name: string, op: string, moment: Date): ServerNode => ({
    field: name,
    op,
    value: written(listField(entity, name), moment),
  });
  const begun = edge(from, 'gte', start);
  const reaching: ServerNode = to ? { or: [begun, edge(to, 'gte', start)] } : begun;
  const filter = JSON.stringify({ and: [edge(from, 'lt', end), reaching, ...and] });
  return { ...query, filter, sort: from };
}

/** Returns the start and end of a record, moved by days, in their stored form. */
export function shiftedValues(
  entity: EntityDefinition,
  { from = '', to }: ListDisplay,
  record: ListRecord,
  days: number,
): Record<string, string> {
  const names = [from, to].filter((name) => name !== undefined);
  return Object.fromEntries(
    names.flatMap((name) => {
      const moment = momentOf(record[name]);
      return moment ? [[name, written(listField(entity, name), addDays(moment, days))]] : [];
    }),
  );
}
