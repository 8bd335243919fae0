/** The queries for the lists. Both sides use the same filters, each in its own language. */
import { columnOf, type Subject } from './subjects.ts';

export interface Question {
  where: { field: string; values: readonly string[] }[];
  page: number;
}

const PAGES = 5;

/** Returns one of the forty queries that are repeated. */
export function questionKnown({ known: [first, second], values }: Subject, index: number): Question {
  const [ones, others] = [values[first] ?? [], values[second] ?? []];
  const at = index % (2 * others.length * PAGES);
  return {
    where: [
      { field: first, values: [ones[at % 2] ?? ''] },
      { field: second, values: [others[Math.floor(at / 2) % others.length] ?? ''] },
    ],
    page: 1 + Math.floor(at / (2 * others.length)),
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
export function* newQuestions({ values: all }: Subject): Generator<Question, never> {
  const fields = Object.keys(all);
  const random = makeRandom(20);
  const used = new Set<string>();
  for (;;) {
    const chosen = fields.filter(() => random(2) === 0);
    const where = (chosen.length > 0 ? chosen : fields.slice(random(fields.length)).slice(0, 1)).map(
      (field) => {
        const values = all[field] ?? [];
        const first = random(values.length);
        return { field, values: values.slice(first, first + 1 + random(3)) };
      },
    );
    const key = JSON.stringify(where);
    if (used.has(key)) continue;
    used.add(key);
    yield { where, page: 1 + random(PAGES) };
  }
}

export function pathOurs({ paths }: Subject, { where, page }: Question): string {
  const and = where.map(({ field, values }) =>
    values.length === 1 ? { field, op: 'eq', value: values[0] } : { field, op: 'in', value: values },
  );
  const query = new URLSearchParams({
    filter: JSON.stringify({ and }),
    sort: '-updatedAt',
    current: String(page),
    size: '20',
  });
  return `${paths.list}?${query}`;
}

export function pathTheirs({ table }: Subject, { where, page }: Question): string {
  const And = where.map(({ field, values }) => ({
    [columnOf(field)]: values.length === 1 ? { _eq: values[0] } : { _in: values },
  }));
  const query = new URLSearchParams({
    filter: JSON.stringify({ _and: And }),
    sort: '-updated_at',
    limit: '20',
    page: String(page),
    meta: 'filter_count',
  });
  return `/items/${table}?${query}`;
}
