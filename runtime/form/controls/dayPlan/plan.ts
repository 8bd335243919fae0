/** A day in quarter hours, and the blocks of equal values in which it is stored. Pure. */
import { isObject } from '../../../core/object.ts';

export const SLOTS = 96;
const SLOT_MINUTES = 15;

/** Null if no block covers the quarter hour. */
export type Slots = readonly (number | null)[];

export interface Span {
  /** The first slot, and the slot after the last. */
  from: number;
  to: number;
}

const CLOCK = /^(\d{2}):(\d{2})$/;

/** Returns the slot that begins at this time. Null for an invalid time or one within a slot. */
export function slotOf(clock: unknown): number | null {
  const [, hours, minutes] = CLOCK.exec(String(clock)) ?? [];
  const slot = (Number(hours) * 60 + Number(minutes)) / SLOT_MINUTES;
  return Number.isInteger(slot) && slot <= SLOTS ? slot : null;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

export const clockOf = (slot: number): string =>
  `${twoDigits(Math.floor((slot * SLOT_MINUTES) / 60))}:${twoDigits((slot * SLOT_MINUTES) % 60)}`;

/** @param value the name of the field with a block's value */
export function readSlots(blocks: readonly unknown[], value: string): Slots {
  const slots = new Array<number | null>(SLOTS).fill(null);
  for (const block of blocks) {
    if (!isObject(block)) continue;
    const [from, to, number] = [slotOf(block.start), slotOf(block.end), block[value]];
    if (from !== null && to !== null && from < to && typeof number === 'number') slots.fill(number, from, to);
  }
  return slots;
}

export const paint = (slots: Slots, { from, to }: Span, number: number): Slots =>
  slots.map((before, slot) => (from <= slot && slot < to ? number : before));

/** Returns the span of equal values around a slot. */
export function spanAt(slots: Slots, slot: number): Span {
  let [from, to] = [slot, slot + 1];
  while (from > 0 && slots[from - 1] === slots[slot]) from -= 1;
  while (to < SLOTS && slots[to] === slots[slot]) to += 1;
  return { from, to };
}

/** Returns the spans of equal values in order. A span without a block has null. */
export function spansOf(slots: Slots): (Span & { number: number | null })[] {
  const spans: (Span & { number: number | null })[] = [];
  for (let at = 0; at < SLOTS; ) {
    const span = spanAt(slots, at);
    spans.push({ ...span, number: slots[at] ?? null });
    at = span.to;
  }
  return spans;
}

export const writeBlocks = (slots: Slots, value: string): Record<string, unknown>[] =>
  spansOf(slots).flatMap(({ from, to, number }) =>
    number === null ? [] : [{ start: clockOf(from), end: clockOf(to), [value]: number }],
  );
