/** Definitions for a server that is killed: cases that follow their parts, and sheets with rules about other sheets. */
import type { Client } from '../calls/client.ts';
import { define, entityOf, text } from '../calls/definitions.ts';
import { PASSWORD } from '../people/people.ts';
import type { openBooks } from '../records/storedBooks.ts';

type Books = ReturnType<typeof openBooks>;

/** Number of hours that a person can have. */
export const CASE_LIMIT = 12;
const PAGE = 200;
const WATCHER = { name: 'Watcher', username: 'watcher', password: PASSWORD };

const name = { type: 'string', title: text('Name'), maxLength: 60 };
const day = (en: string) => ({ type: 'string', format: 'date', title: text(en) });
const choice = (en: string, values: string[]) => ({
  ...{ type: 'string', title: text(en) },
  'x-options': values.map((value) => ({ value, title: text(value) })),
});
const count = (en: string, where?: string) => ({
  ...{ type: 'integer', title: text(en), readOnly: true },
  'x-rollup': { of: 'crashPart.caseId', do: 'count', ...(where ? { where } : {}) },
});

const part = entityOf('crashPart', {
  name,
  caseId: { type: 'integer', title: text('Case'), 'x-ref': 'crashCase' },
  result: choice('Result', ['open', 'done']),
});
const followed = entityOf(
  'crashCase',
  {
    name,
    watcherId: { type: 'integer', title: text('Watcher'), 'x-ref': 'user' },
    state: choice('State', ['open', 'completed']),
    parts: count('Parts'),
    ongoing: count('Ongoing', "result = 'open'"),
  },
  {
    states: {
      ...{ field: 'state', initial: 'open' },
      transitions: [{ name: 'complete', title: text('Complete'), from: ['open'], to: 'completed' }],
    },
    on: [
      {
        ...{ when: 'became', if: "state = 'open' and parts > 0 and ongoing = 0" },
        do: [
          { do: 'move', of: 'id', transitions: ['complete'] },
          { do: 'create', entity: 'crashTrace', values: { name: 'name' } },
          { do: 'notify', to: { fields: ['watcherId'] }, text: text('{name} is completed') },
        ],
      },
    ],
  },
);

/**
 * Defines cases that are completed with their last part, which creates a trace and a notice. Returns the id of a new
 * user for these notices.
 */
export async function defineCases(admin: Client): Promise<number> {
  const { userId } = await admin.call('getPrincipal');
  const dept = await admin.call('deptSave', { body: { name: 'Watch', managerId: userId } });
  const { id } = await admin.call('userSave', { body: { ...WATCHER, departments: [{ deptId: dept.id }] } });
  await define(admin, entityOf('crashCase', { name }));
  for (const document of [entityOf('crashTrace', { name }), part]) await define(admin, document);
  await define(admin, followed, false);
  return id;
}

/** Creates a case with two parts, and ends both. */
export async function endCase(books: Books, watcherId: number, title: string): Promise<boolean> {
  const { id: caseId } = await books.create('crashCase', { name: title, watcherId });
  const made = [];
  for (const one of ['A', 'B'])
    made.push(await books.create('crashPart', { name: one, caseId, result: 'open' }));
  for (const one of made) await books.update('crashPart', one, { result: 'done' });
  return true;
}

const person = entityOf('crashPerson', {
  name,
  hours: {
    ...{ type: 'integer', title: text('Hours'), readOnly: true },
    'x-rollup': { of: 'crashSheet.personId', do: 'sum', field: 'hours' },
  },
});
const sheet = entityOf(
  'crashSheet',
  {
    name,
    personId: { type: 'integer', title: text('Person'), 'x-ref': 'crashPerson' },
    hours: { type: 'integer', title: text('Hours') },
    ...{ from: day('From'), until: day('Until') },
    number: {
      ...{ type: 'string', readOnly: true, title: text('Number') },
      'x-sequence': { pattern: '{n:6}', gapless: true },
    },
  },
  {
    unique: [['number']],
    across: [
      {
        figures: { total: { do: 'sum', field: 'hours', by: { personId: 'personId' } } },
        ...{ check: `total <= ${CASE_LIMIT}`, at: 'hours', text: text('{total} h are too many') },
      },
    ],
    apart: [{ by: ['personId'], from: 'from', to: 'until', text: text('overlaps {number}') }],
  },
);

export interface Sheet {
  personId: number;
  number: string;
  from: string;
}

/** Defines sheets with a limit of hours for each person, of which two of a person must not overlap. */
export async function defineSheets(admin: Client): Promise<void> {
  await define(admin, entityOf('crashPerson', { name }));
  await define(admin, sheet);
  await define(admin, person, false);
}

/** Reads all records of an entity, page by page. */
export async function readAll<T>(books: Books, entity: string): Promise<(T & { id: number })[]> {
  const all: (T & { id: number })[] = [];
  for (let current = 1; ; current += 1) {
    const { data } = await books.ask('GET', `${entity}/page?size=${PAGE}&current=${current}&sort=id`);
    const records = data.records as (T & { id: number })[];
    all.push(...records);
    if (records.length < PAGE) return all;
  }
}

/** Signs in as the notified user. Reads the English texts of all notices about completed cases. */
export async function readNotices(client: Client): Promise<string[]> {
  await client.signIn(WATCHER.username, WATCHER.password);
  const all: string[] = [];
  for (let current = 1; ; current += 1) {
    const { records } = await client.call('noticePage', { query: { size: 50, current } });
    all.push(...records.map(({ text: { en } }) => en));
    if (records.length < 50) return all.filter((en) => en.endsWith('is completed'));
  }
}
