/** The two sides of the bench, ours and Directus: the address of each, and how it is asked. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Shot } from './load.ts';
import { newQuestions, pathOurs, pathTheirs, type Question, questionKnown } from './questions.ts';

export const KINDS = ['list', 'list new', 'create', 'update'] as const;
export type Kind = (typeof KINDS)[number];

/** Number of requests between two writes among the new queries. */
const WRITE_EVERY = 5;
const MADE = 'Made ';
const COUNT_MS = 100;
const COUNT_TRIES = 50;

interface Page {
  total: number;
  names: string[];
}

export interface Side {
  url: string;
  token: string;
  shots(kind: Kind, count: number): Shot[];
  /** Returns the number of customers that it has created. */
  made(): number;
  read(path: string): Promise<Page>;
  list(question: Question): string;
  /** The path that lists the created customers. */
  listMade: string;
}

const customer = (number: number) => ({
  ...{
    name: `${MADE}${number}`,
    state: 'developing',
    level: 'PP',
    city: 'Suzhou',
    remark: `number ${number}`,
  },
});

/** Reads the customers and their count from an answer. */
type ReadPage = (answer: unknown) => Page;

interface Ways {
  list(question: Question): string;
  create(body: unknown): Shot;
  /** Changes a record for the first time. */
  update(id: number, city: string): Shot;
  readPage: ReadPage;
  listMade: string;
}

function makeSide({ url, token }: Pick<Side, 'url' | 'token'>, ways: Ways): Side {
  const fresh = newQuestions();
  let made = 0;
  let changed = 0;
  const create = (): Shot => ways.create(customer(++made));
  const shot = (kind: Kind, index: number): Shot => {
    if (kind === 'create') return create();
    if (kind === 'update') return ways.update(++changed, `Moved ${index}`);
    if (kind === 'list') return { method: 'GET', path: ways.list(questionKnown(index)) };
    if (index % WRITE_EVERY === 0) return { ...create(), aside: true };
    return { method: 'GET', path: ways.list(fresh.next().value) };
  };
  return {
    ...{ url, token, list: ways.list, listMade: ways.listMade, made: () => made },
    shots: (kind, count) => Array.from({ length: count }, (_, index) => shot(kind, index)),
    async read(path) {
      const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
      assert.equal(response.status, 200, path);
      return ways.readPage(await response.json());
    },
  };
}

interface Named {
  name: string;
}

const namesOf = (records: readonly Named[]): string[] => records.map(({ name }) => name);

export const makeOurs = (place: Pick<Side, 'url' | 'token'>): Side =>
  makeSide(place, {
    list: pathOurs,
    create: (body) => ({ method: 'POST', path: '/manager/customer', body }),
    update: (id, city) => ({ method: 'PUT', path: '/manager/customer', body: { id, version: 1, city } }),
    readPage(answer) {
      const { data } = answer as { data: { records: Named[]; total: number } };
      return { total: data.total, names: namesOf(data.records) };
    },
    listMade: `/manager/customer/getCustomerList?${new URLSearchParams({
      filter: JSON.stringify({ and: [{ field: 'name', op: 'startsWith', value: MADE }] }),
      size: '1',
    })}`,
  });

export const makeTheirs = (place: Pick<Side, 'url' | 'token'>): Side =>
  makeSide(place, {
    list: pathTheirs,
    create: (body) => ({ method: 'POST', path: '/items/customer', body }),
    update: (id, city) => ({ method: 'PATCH', path: `/items/customer/${id}`, body: { city } }),
    readPage(answer) {
      const { data, meta } = answer as { data: Named[]; meta: { filter_count: number } };
      return { total: meta.filter_count, names: namesOf(data) };
    },
    listMade: `/items/customer?${new URLSearchParams({
      filter: JSON.stringify({ name: { _starts_with: MADE } }),
      limit: '1',
      meta: 'filter_count',
    })}`,
  });

/** Checks that both sides return the same customers in the same order, before anything is written. */
export async function assertSame(sides: readonly Side[], questions: number): Promise<void> {
  for (let at = 0; at < questions; at += 1) {
    const pages = await Promise.all(sides.map((side) => side.read(side.list(questionKnown(at)))));
    for (const page of pages) {
      assert.ok(page.names.length > 0, `question ${at} finds nobody`);
      assert.deepEqual(page, pages[0]);
    }
  }
}

/** Checks the number of created customers. A cached count may be a moment late. */
export async function assertMade(side: Side): Promise<void> {
  for (let at = 0; at < COUNT_TRIES; at += 1) {
    if ((await side.read(side.listMade)).total === side.made()) return;
    await sleep(COUNT_MS);
  }
  assert.equal((await side.read(side.listMade)).total, side.made());
}
