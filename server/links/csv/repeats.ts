/** Values of one variable and time that a file has more than once: which of them differ, and which holds. */
/** Times in the order of the file, with what stands there. */
interface Column {
  times: Float64Array;
  values: Float64Array;
  lines: Uint32Array;
  length: number;
}

/** A time that a file has several values for. */
export interface Repeat {
  /** The first value. */
  value: number;
  line: number;
  /** So many others are not the same. */
  different: number;
  /** The import has had a value of it. */
  taken: boolean;
}

/** By the key of the variable, and by the time. */
export type Repeats = ReadonlyMap<string, ReadonlyMap<number, Repeat>>;

const FIRST_SIZE = 1024;
/** No more values are held against each other at once: 24 bytes each. */
export const MOST_COMPARED = 8_000_000;

const growTo = <A extends Float64Array | Uint32Array>(array: A, grown: A): A => {
  grown.set(array);
  return grown;
};

const makeColumn = (): Column => ({
  times: new Float64Array(FIRST_SIZE),
  values: new Float64Array(FIRST_SIZE),
  lines: new Uint32Array(FIRST_SIZE),
  length: 0,
});

function push(column: Column, ts: number, value: number, line: number): void {
  const { length } = column;
  if (length === column.times.length) {
    column.times = growTo(column.times, new Float64Array(length * 2));
    column.values = growTo(column.values, new Float64Array(length * 2));
    column.lines = growTo(column.lines, new Uint32Array(length * 2));
  }
  column.times[length] = ts;
  column.values[length] = value;
  column.lines[length] = line;
  column.length = length + 1;
}

/** A text by a number: texts that differ have different ones. */
function createTexts(): (text: string) => number {
  const numbers = new Map<string, number>();
  return (text) => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
}

function findRepeats({ times, values, lines, length }: Column): Map<number, Repeat> {
  const repeats = new Map<number, Repeat>();
  const order = Uint32Array.from({ length }, (_, index) => index).sort(
    (a, b) => times[a]! - times[b]! || a - b,
  );
  for (let at = 1; at < length; at += 1) {
    const [before, here] = [order[at - 1]!, order[at]!];
    const ts = times[here]!;
    if (times[before] !== ts) continue;
    const known = repeats.get(ts) ?? {
      value: values[before]!,
      line: lines[before]!,
      different: 0,
      taken: false,
    };
    if (values[here] !== known.value) known.different += 1;
    repeats.set(ts, known);
  }
  return repeats;
}

/** Tells columns whose times only go on, or only back, from those that may have one twice. */
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
    /** Answers the keys that may have a time twice, and how many values they have together. */
    suspects(): { keys: ReadonlySet<string>; count: number } {
      const found = [...orders].filter(([, { rises, falls }]) => !rises && !falls);
      return {
        keys: new Set(found.map(([key]) => key)),
        count: found.reduce((sum, [, { count }]) => sum + count, 0),
      };
    },
  };
}

/** Gathers the values of columns that may have a time twice. */
export function createValues(keys: ReadonlySet<string>) {
  const columns = new Map<string, Column>();
  const numberOf = createTexts();
  return {
    take(key: string, ts: number, value: number | string, line: number): void {
      if (!keys.has(key)) return;
      let column = columns.get(key);
      if (!column) {
        column = makeColumn();
        columns.set(key, column);
      }
      push(column, ts, typeof value === 'string' ? numberOf(value) : value, line);
    },
    repeats: (): Repeats => new Map([...columns].map(([key, column]) => [key, findRepeats(column)])),
  };
}
