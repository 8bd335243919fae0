/** The lines below the header: records and their details. Rendered elements are reused during scrolling. */
import type { ListRecord } from '../../record/calls/useRecords.ts';

export interface TableLine {
  record: ListRecord;
  /** True for the details of the record above. */
  detail: boolean;
}

export function makeLines(records: readonly ListRecord[], opened: ReadonlySet<number>): TableLine[] {
  return records.flatMap((record) => [
    { record, detail: false },
    ...(opened.has(record.id) ? [{ record, detail: true }] : []),
  ]);
}

export const lineKey = ({ record, detail }: TableLine): string =>
  detail ? `detail${record.id}` : String(record.id);

/** The rendered positions from line `first`, each with its React key. */
export interface Slots {
  first: number;
  keys: readonly number[];
  /** The next unused key. */
  next: number;
}

export const NO_SLOTS: Slots = { first: 0, keys: [], next: 0 };

/**
 * Assigns elements to the visible lines. A line that was visible before keeps its element. If most lines are
 * new, they reuse the old elements, because updating a row is faster than creating one.
 */
export function slotsNext(before: Slots, first: number, end: number): Slots {
  const old = (line: number): number | undefined => before.keys[line - before.first];
  const lines = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
  const isNew = (line: number) => old(line) === undefined;
  const fresh = lines.filter(isNew).length;
  const free =
    fresh * 2 > lines.length
      ? before.keys.filter((_, index) => before.first + index < first || before.first + index >= end)
      : [];
  let next = before.next;
  const keys = lines.map((line) => old(line) ?? free.shift() ?? next++);
  return { first, keys, next };
}
