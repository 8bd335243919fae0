/**
 * Compares writes with rules over other records with the same writes without the rule. Both alternate in one run.
 * Figures are medians. The rules are a sum over the records of a person and a day, no overlap per vehicle, and closed
 * months. Each rule has 100,000 records. A child whose parent moves with it is compared with a child whose parent
 * only counts it. Goal: at most 2 times each.
 */
import { define, entityOf, text } from '../tests/support/calls/definitions.ts';
import { runSql } from '../tests/support/calls/world.ts';
import { openBooks } from '../tests/support/records/storedBooks.ts';
import { type Client, login, type TestServer } from '../tests/support/server/server.ts';
import { median } from './kit/percentile.ts';
import { keepRatio } from './kit/report.ts';
import { startFresh } from './kit/server.ts';
import { sized } from './kit/size.ts';

const ROWS = sized(100_000, 200);
/** Number of other records in the group of the written record. */
const EACH = sized(500, 10);
const ROUNDS = sized(300, 3);
const WARM = sized(50, 0);
const GOAL = 2;

const name = { type: 'string', title: text('Name'), maxLength: 60 };
const day = (en: string) => ({ type: 'string', format: 'date', title: text(en) });
const person = { type: 'integer', title: text('Person') };
const hours = { type: 'number', title: text('Hours') };

const sheet = (entity: string, more: Record<string, unknown> = {}) =>
  entityOf(entity, { name, person, day: day('Day'), hours, until: day('Until') }, { ...more });
const SUM = {
  across: [
    {
      figures: { total: { do: 'sum', field: 'hours', by: { person: 'person' } } },
      ...{ check: 'total <= 100000000', at: 'hours', text: text('{total}') },
    },
  ],
};
const APART = { apart: [{ by: ['person'], from: 'day', to: 'until', text: text('{name}') }] };

const MONTHS = { period: { kind: 'receipts', day: 'day' } };

const child = (entity: string, parent: string) =>
  entityOf(entity, { name, parentId: { type: 'integer', title: text('Parent'), 'x-ref': parent }, hours });
const parent = (entity: string, of: string, more: Record<string, unknown> = {}) =>
  entityOf(
    entity,
    {
      name,
      total: {
        ...{ type: 'number', title: text('Total'), readOnly: true },
        'x-rollup': { of: `${of}.parentId`, do: 'sum', field: 'hours' },
      },
    },
    more,
  );
const FOLLOWS = {
  on: [
    { when: 'became', if: 'total < 0', do: [{ do: 'notify', to: { owner: true }, text: text('{name}') }] },
  ],
};

const table = (entity: string): string => entity.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Assigns consecutive days from 1900 on to each person. */
async function fill(server: TestServer, entity: string): Promise<void> {
  await runSql(
    server,
    `insert into ${table(entity)} (tenant_id, name, person, day, until, hours)
     select f.tenant_id, 'R' || n, n / $2::int, date '1900-01-01' + 2 * (n % $2::int),
            date '1900-01-01' + 2 * (n % $2::int), 1
       from ${table(entity)} f, generate_series(0, $1::int - 1) n`,
    ...[ROWS, EACH],
  );
  await runSql(server, `analyze ${table(entity)}`);
}

async function closeMonth(admin: Client, month: string): Promise<void> {
  const { id, version } = await admin.call('periodCreate', { body: { kind: 'receipts', month } });
  const path = { entity: 'period', id };
  await admin.call('recordTransition', { path, body: { name: 'close', version } });
}

async function bench(): Promise<void> {
  const server = await startFresh();
  try {
    const admin = await login(server);
    const books = openBooks(admin);
    const timed = async (entity: string, body: object) => {
      const start = performance.now();
      await books.create(entity, body);
      return performance.now() - start;
    };
    const beside = async (
      title: string,
      plain: string,
      ruled: string,
      bodyOf: (round: number, of: string) => object,
    ) => {
      const times: Record<string, number[]> = { [plain]: [], [ruled]: [] };
      for (let round = 0; round < WARM + ROUNDS; round++)
        for (const entity of [plain, ruled]) {
          const ms = await timed(entity, bodyOf(round, entity));
          if (round >= WARM) times[entity]!.push(ms);
        }
      const [without, having] = [median(times[plain]!), median(times[ruled]!)];
      const value = having / without;
      const verdict = keepRatio({ name: title, value, goal: GOAL, better: 'less' });
      console.log(
        `${title}: ${without.toFixed(2)} ms without, ${having.toFixed(2)} with: ${value.toFixed(2)} times (${verdict})`,
      );
    };

    for (const [entity, more] of [
      ['sheetPlain', {}],
      ['sheetSum', SUM],
      ['sheetApart', APART],
      ['sheetMonths', MONTHS],
    ] as const)
      await define(admin, sheet(entity, more));
    for (const entity of ['sheetPlain', 'sheetSum', 'sheetApart', 'sheetMonths']) {
      await books.create(entity, { name: 'First' });
      await fill(server, entity);
    }
    const people = ROWS / EACH;
    const body = (round: number) => {
      const at = `20${10 + Math.floor(round / 300)}-${String(1 + (Math.floor(round / 25) % 12)).padStart(2, '0')}-${String(1 + (round % 25)).padStart(2, '0')}`;
      return { name: `N${round}`, person: round % people, day: at, until: at, hours: 1 };
    };
    await beside('sum over others', 'sheetPlain', 'sheetSum', body);
    await beside('no overlap', 'sheetPlain', 'sheetApart', body);
    for (let month = 1; month <= 12; month++)
      await closeMonth(admin, `2005-${String(month).padStart(2, '0')}`);
    await beside('closed months', 'sheetPlain', 'sheetMonths', body);

    const parents: Record<string, number> = {};
    for (const [own, below, more] of [
      ['holderPlain', 'childPlain', {}],
      ['holderFollows', 'childFollows', FOLLOWS],
    ] as const) {
      await define(admin, entityOf(own, { name }));
      await define(admin, child(below, own));
      await define(admin, parent(own, below, more), false);
      parents[below] = (await books.create(own, { name: 'P' })).id;
    }
    await beside('following a child', 'childPlain', 'childFollows', (round, of) => ({
      ...{ name: `C${round}`, hours: 1, parentId: parents[of] },
    }));
  } finally {
    await server.stop();
  }
}

await bench();
