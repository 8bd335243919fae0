/** The two sides of the bench, ours and Directus: the address of each, and its requests. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Shot } from './load.ts';
import { newQuestions, pathOurs, pathTheirs, type Question, questionKnown } from './questions.ts';
import { columnOf, type Subject } from './subjects.ts';

export type Kind = 'list' | 'list new' | 'create' | 'update';

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
  /** Returns the number of records that it has created. */
  made(): number;
  read(path: string): Promise<Page>;
  list(question: Question): string;
  /** The path that lists the created records. */
  listMade: string;
}

/** A server with its records, and the users who own them. */
export interface Place extends Pick<Side, 'url' | 'token'> {
  subject: Subject;
  owners: readonly number[];
}

/** Reads the records and their count from an answer. */
type ReadPage = (answer: unknown) => Page;

interface Ways {
  list(question: Question): string;
  create(record: Readonly<Record<string, unknown>>): Shot;
  /** Changes a record for the first time. */
  update(id: number, text: string): Shot;
  readPage: ReadPage;
  listMade: string;
}

function makeSide({ url, token, subject, owners }: Place, ways: Ways): Side {
  const fresh = newQuestions(subject);
  let made = 0;
  let changed = 0;
  const create = (): Shot => {
    made += 1;
    return ways.create({ name: `${MADE}${made}`, ...subject.record(made, owners) });
  };
  const shot = (kind: Kind, index: number): Shot => {
    if (kind === 'create') return create();
    if (kind === 'update') return ways.update(++changed, `Moved ${index}`);
    if (kind === 'list') return { method: 'GET', path: ways.list(questionKnown(subject, index)) };
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

export function makeOurs(place: Place): Side {
  const { paths, changed } = place.subject;
  return makeSide(place, {
    list: (question) => pathOurs(place.subject, question),
    create: (body) => ({ method: 'POST', path: paths.create, body }),
    update: (id, text) => ({ method: 'PUT', path: paths.update, body: { id, version: 1, [changed]: text } }),
    readPage(answer) {
      const { data } = answer as { data: { records: Named[]; total: number } };
      return { total: data.total, names: namesOf(data.records) };
    },
    listMade: `${paths.list}?${new URLSearchParams({
      filter: JSON.stringify({ and: [{ field: 'name', op: 'startsWith', value: MADE }] }),
      size: '1',
    })}`,
  });
}

export function makeTheirs(place: Place): Side {
  const { table, changed } = place.subject;
  const path = `/items/${table}`;
  const named = (record: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(record).map(([field, value]) => [columnOf(field), value]));
  return makeSide(place, {
    list: (question) => pathTheirs(place.subject, question),
    create: (record) => ({ method: 'POST', path, body: named(record) }),
    update: (id, text) => ({ method: 'PATCH', path: `${path}/${id}`, body: named({ [changed]: text }) }),
    readPage(answer) {
      const { data, meta } = answer as { data: Named[]; meta: { filter_count: number } };
      return { total: meta.filter_count, names: namesOf(data) };
    },
    listMade: `${path}?${new URLSearchParams({
      filter: JSON.stringify({ name: { _starts_with: MADE } }),
      limit: '1',
      meta: 'filter_count',
    })}`,
  });
}

/** Checks that both sides return the same records in the same order, before anything is written. */
export async function assertSame(subject: Subject, sides: readonly Side[], questions: number): Promise<void> {
  for (let at = 0; at < questions; at += 1) {
    const pages = await Promise.all(sides.map((side) => side.read(side.list(questionKnown(subject, at)))));
    for (const page of pages) {
      assert.ok(page.names.length > 0, `question ${at} finds no record`);
      assert.deepEqual(page, pages[0]);
    }
  }
}

/** Checks the number of created records. A cached count may be slightly out of date. */
export async function assertMade(side: Side): Promise<void> {
  for (let at = 0; at < COUNT_TRIES; at += 1) {
    if ((await side.read(side.listMade)).total === side.made()) return;
    await sleep(COUNT_MS);
  }
  assert.equal((await side.read(side.listMade)).total, side.made());
}
