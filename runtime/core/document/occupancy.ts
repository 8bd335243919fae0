/** Marks the used cells of a grid with one bit per column, which makes finding free places fast. */
import type { LayoutItem } from '../../../generated/definition.ts';

const bits = (x: number, w: number) => ((1 << w) - 1) << x;

export class Occupancy {
  readonly #columns: number;
  readonly #rows: number[] = [];

  constructor(columns: number, items: readonly LayoutItem[]) {
    this.#columns = columns;
    for (const item of items) this.take(item);
  }

  get bottom(): number {
    return this.#rows.length;
  }

  take({ x, y, w, h }: LayoutItem): void {
    while (this.#rows.length < y + h) this.#rows.push(0);
    for (let row = y; row < y + h; row++) this.#rows[row]! |= bits(x, w);
  }

  /** Returns the first free place in reading order, in the row `from` or below it. */
  firstPlace({ w, h }: { w: number; h: number }, from = 0): { x: number; y: number } {
    const width = Math.min(Math.max(w, 1), this.#columns);
    for (let y = from; y < this.#rows.length; y++) {
      const occupied = this.#rows.slice(y, y + h).reduce((all, row) => all | row, 0);
      for (let x = 0; x + width <= this.#columns; x++) if (!(occupied & bits(x, width))) return { x, y };
    }
    return { x: 0, y: Math.max(from, this.#rows.length) };
  }
}
