/** The queries for the lists. Both sides use the same filters, each in its own language. */
import { VALUES } from './tables.ts';

type Field = keyof typeof VALUES;

export interface Question {
  where: { field: Field; values: readonly string[] }[];
  page: number;
}

const FIELDS = Object.keys(VALUES) as Field[];
const PAGES = 5;

/** Returns one of forty questions that are repeated. */
export function questionKnown(index: number): Question {
  const { state, level } = VALUES;
  const at = index % (2 * level.length * PAGES);
  return {
    where: [
      { field: 'state', values: [state[at % 2] ?? ''] },
      { field: 'level', values: [level[Math.floor(at / 2) % level.length] ?? ''] },
    ],
    page: 1 + Math.floor(at / (2 * level.length)),
  };
}

/** Returns a stream of random numbers that is the same in every run. */
function makeRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/**
 * Returns queries that were never sent before. Each filters by one to all of the fields, with one to three values each.
 */
export function* newQuestions(): Generator<Question, never> {
  const random = makeRandom(20);
  const asked = new Set<string>();
  for (;;) {
    const chosen = FIELDS.filter(() => random(2) === 0);
    const where = (chosen.length > 0 ? chosen : FIELDS.slice(random(FIELDS.length)).slice(0, 1)).map(
      (field) => {
        const first = random(VALUES[field].length);
        return { field, values: VALUES[field].slice(first, first + 1 + random(3)) };
      },
    );
    const key = JSON.stringify(where);
    if (asked.has(key)) continue;
    asked.add(key);
    yield { where, page: 1 + random(PAGES) };
  }
}

export function pathOurs({ where, page }: Question): string {
  const and = where.map(({ field, values }) =>
    values.length === 1 ? { field, op: 'eq', value: values[0] } : { field, op: 'in', value: values },
  );
  const query = new URLSearchParams({
    filter: JSON.stringify({ and }),
    sort: '-updatedAt',
    current: String(page),
    size: '20',
  });
  return `/manager/customer/getCustomerList?${query}`;
}

const column = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export function pathTheirs({ where, page }: Question): string {
  const And = where.map(({ field, values }) => ({
    [column(field)]: values.length === 1 ? { _eq: values[0] } : { _in: values },
  }));
  const query = new URLSearchParams({
    filter: JSON.stringify({ _and: And }),
    sort: '-updated_at',
    limit: '20',
    page: String(page),
    meta: 'filter_count',
  });
  return `/items/customer?${query}`;
}
