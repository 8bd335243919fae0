/**
 * The lines below the header are the records, some with their details under them; what is drawn is used again while
 * one scrolls.
 */
import type { ListRecord } from '../../record/calls/useRecords.ts';

export interface TableLine {
  record: ListRecord;
  /** The further fields of the record above. */
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

/** The places that are drawn, from the line `first` on, each with its key. */
export interface Slots {
  first: number;
  keys: readonly number[];
  /** Not used yet. */
  next: number;
}

export const NO_SLOTS: Slots = { first: 0, keys: [], next: 0 };

/**
 * Lines that stay in sight keep their place. When most of them are new, what is drawn of the others is used again
 * for those: changing the words of a row costs a part of making one.
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
