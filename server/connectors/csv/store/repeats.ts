/** Finds repeated values of the same variable and time in a file: how many of them differ, and which one counts. */

/** A time for which a file has several values. */
export interface Repeat {
  /** The first value. */
  value: number;
  /** Number of further values that differ from the first value. */
  different: number;
  /** True if the import has processed a value of this time. */
  taken: boolean;
}

/** By the key of the variable, then by the time. */
export type Repeats = ReadonlyMap<string, ReadonlyMap<number, Repeat>>;

/** Maximum number of compared values, for variables whose times are not in order. */
export const MOST_COMPARED = 2_000_000;

/** Returns a number for a text. Different texts have different numbers. */
function createTexts(): (text: string) => number {
  const numbers = new Map<string, number>();
  return (text) => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
}

/** Separates columns whose times only increase, or only decrease, from those that may repeat one. */
export function createOrders() {
  const orders = new Map<string, { last: number; rises: boolean; falls: boolean; count: number }>();
  return {
    take(key: string, ts: number): void {
      const order = orders.get(key);
      if (!order) orders.set(key, { last: ts, rises: true, falls: true, count: 1 });
      else {
        order.rises &&= ts > order.last;
        order.falls &&= ts < order.last;
        order.last = ts;
        order.count += 1;
      }
    },
    /** Returns the keys that may have repeated times, and the total number of their values. */
    suspects(): { keys: ReadonlySet<string>; count: number } {
      const found = [...orders].filter(([, { rises, falls }]) => !rises && !falls);
      return {
        keys: new Set(found.map(([key]) => key)),
        count: found.reduce((sum, [, { count }]) => sum + count, 0),
      };
    },
  };
}

/** Compares the values of variables that may have repeated times, in reading order. */
export function createValues(keys: ReadonlySet<string>, count: number) {
  const places = new Map([...keys].map((key) => [key, new Map<number, number>()]));
  const repeats = new Map([...keys].map((key) => [key, new Map<number, Repeat>()]));
  const values = new Float64Array(count);
  const numberOf = createTexts();
  let length = 0;
  return {
    take(key: string, ts: number, raw: number | string): void {
      const known = places.get(key);
      if (!known) return;
      const value = typeof raw === 'string' ? numberOf(raw) : raw;
      const place = known.get(ts);
      if (place === undefined) {
        known.set(ts, length);
        values[length] = value;
        length += 1;
        return;
      }
      const own = repeats.get(key)!;
      const repeat = own.get(ts) ?? { value: values[place]!, different: 0, taken: false };
      if (value !== repeat.value) repeat.different += 1;
      own.set(ts, repeat);
    },
    repeats: (): Repeats => repeats,
  };
}
