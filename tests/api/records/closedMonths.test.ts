/** Records of closed months stay unchanged, and entries of a book can only be reversed by counter-entries. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import { define, entityOf, text } from '../../support/calls/definitions.ts';
import { importRows } from '../../support/calls/importRows.ts';
import { runSql } from '../../support/calls/world.ts';
import { makePerson, PASSWORD } from '../../support/people/people.ts';
import { checkTable, importTable, tableFile, upload } from '../../support/records/excel.ts';
import { openBooks } from '../../support/records/storedBooks.ts';
import { runCommand } from '../../support/server/command.ts';
import { type Client, login, startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let admin: Client;
let second: Client;
let books: ReturnType<typeof openBooks>;
let userId: number;

const name = { type: 'string', title: text('Name'), maxLength: 60 };
const day = { type: 'string', format: 'date', title: text('Day') };
const amount = { type: 'string', format: 'money', minimum: -1000, title: text('Amount') };
const claim = entityOf(
  'kept2Claim',
  { name, day, amount, remark: name },
  { period: { kind: 'receipts', day: 'day', open: ['remark'] } },
);
const account = entityOf('kept2Account', {
  name,
  balance: {
    ...{ type: 'number', title: text('Balance'), readOnly: true },
    'x-rollup': { of: 'kept2Entry.accountId', do: 'sum', field: 'points' },
  },
});
const entry = entityOf(
  'kept2Entry',
  {
    name,
    accountId: { type: 'integer', title: text('Account'), 'x-ref': 'kept2Account' },
    points: { type: 'number', title: text('Points'), minimum: -1000 },
    undoesId: { type: 'integer', title: text('Undoes'), 'x-ref': 'kept2Entry' },
    note: name,
  },
  {
    unique: [['undoesId']],
    book: { open: ['note'], counter: { field: 'undoesId', amounts: ['points'], same: ['accountId'] } },
  },
);

const claimOf = (date: string, more: object = {}) =>
  books.ask('POST', 'kept2Claim', { name: 'C', day: date, amount: '10.00', ...more });
const change = (record: { id: number; version: number }, body: object) =>
  books.ask('PUT', 'kept2Claim', { id: record.id, version: record.version, ...body });

async function turn(client: Client, month: string, move: 'close' | 'reopen', form?: object) {
  const { records } = await admin.call('periodPage', { query: { search: month } });
  const [known] = records;
  const found = known ?? (await admin.call('periodCreate', { body: { kind: 'receipts', month } }));
  return ask(client, 'recordTransition', {
    path: { entity: 'period', id: found.id },
    body: { name: move, version: found.version, ...(form && { form }) },
  });
}

const listed = async (entity: string) => {
  const { data } = await books.ask('GET', `${entity}/page?size=100`);
  return data.records as { id: number; day?: string; undoesId?: number; _actions: string[] }[];
};

/** Grants five days of leave. */
async function bookLeave() {
  const policies = await admin.call('vacationPage', { query: { size: 50 } });
  const vacationId = policies.records.find(({ type }) => type === 'marriage')?.id;
  const span = { from: '2026-05-01', until: '2027-04-30', expiresAt: '2027-04-30' };
  return admin.call('userVacationCreate', {
    body: { ...{ userId, type: 'marriage', ...span }, vacationId, granted: 5, reason: 'seen' },
  });
}

beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
  const person = await makePerson(server, [1], { permissions: ['*'] });
  userId = person.userId;
  second = await login(server, person.username, PASSWORD);
  books = openBooks(admin);
  await define(admin, claim);
  await define(admin, { ...account, schema: { properties: { name } } });
  await define(admin, {
    ...entry,
    api: { base: '/manager/kept2Entry', do: ['list', 'get', 'create', 'update'] },
  });
  await define(admin, account, false);
});
afterAll(() => server?.stop());

describe('a closed month', () => {
  it('refuses new, changed and deleted records; a correction is a record of an open month', async () => {
    const { data: may } = await claimOf('2026-05-30');
    const { data: june } = await claimOf('2026-06-02');
    expect((await turn(admin, '2026-05', 'close')).status).toBe(200);
    const refused = {
      status: 409,
      code: 409109,
      msg: '2026-05 is closed (kept2Claim). Record a correction in an open month.',
    };
    expect(await claimOf('2026-05-01')).toMatchObject(refused);
    expect(await change(may, { amount: '11.00' })).toMatchObject({ status: 409, code: 409109 });
    expect(await change(may, { day: '2026-06-01' })).toMatchObject({ status: 409 });
    expect(await change(june, { day: '2026-05-31' })).toMatchObject({ status: 409 });
    expect((await books.ask('DELETE', `kept2Claim/${may.id}`)).status).toBe(409);
    expect((await change(may, { remark: 'counted' })).status).toBe(200);
    expect((await claimOf('2026-06-01', { amount: '-10.00' })).status).toBe(200);
  });

  it('offers what is still possible, and shows before saving that a day is closed', async () => {
    const records = await listed('kept2Claim');
    const actions = Object.fromEntries(records.map(({ day, _actions }) => [day, _actions]));
    expect(actions['2026-05-30']).toEqual(['update']);
    expect(actions['2026-06-02']).toEqual(['update', 'delete']);
    const values = { day: '2026-05-09' };
    const { beyond } = await admin.call('recordUnique', { path: { entity: 'kept2Claim' }, body: { values } });
    expect(beyond).toEqual([{ field: 'day', text: expect.stringContaining('2026-05') }]);
  });

  it('is reopened by another user, with a reason, the last one first', async () => {
    expect((await turn(admin, '2026-06', 'close')).status).toBe(200);
    const form = { why: 'a claim came late' };
    expect(await turn(second, '2026-05', 'reopen', form)).toMatchObject({ status: 409, code: 409110 });
    expect((await turn(admin, '2026-06', 'reopen', form)).status).toBe(409);
    expect((await turn(second, '2026-06', 'reopen', form)).status).toBe(200);
    expect((await turn(second, '2026-05', 'reopen', form)).status).toBe(200);
    expect((await claimOf('2026-05-02')).status).toBe(200);
  });

  it('is a separate record: read, noted and deleted while it is open, and locked while it is closed', async () => {
    const month = '2026-03';
    const { id, version } = await admin.call('periodCreate', { body: { kind: 'receipts', month } });
    const path = { id };
    const body = { id, version, remark: 'waits for the bank' };
    expect(await admin.call('periodUpdate', { body })).toMatchObject({ month, state: 'open' });
    expect(await admin.call('periodGet', { path })).toMatchObject({ month, remark: body.remark });
    expect((await turn(admin, month, 'close')).status).toBe(200);
    const closed = await admin.call('periodGet', { path });
    expect(
      (await ask(admin, 'periodUpdate', { body: { ...body, remark: 'x', version: closed.version } })).status,
    ).toBe(409);
    expect((await ask(admin, 'periodDelete', { path })).status).toBe(409);
    expect((await turn(second, month, 'reopen', { why: 'made in error' })).status).toBe(200);
    await admin.call('periodDelete', { path });
    expect((await ask(admin, 'periodGet', { path })).status).toBe(404);
  });

  it('contains all records of sixteen parallel writes during the closing, or refuses them', async () => {
    const month = '2026-04';
    await admin.call('periodCreate', { body: { kind: 'receipts', month } });
    const writes = Array.from({ length: 16 }, (_, at) => claimOf(`${month}-${10 + at}`, { name: `R${at}` }));
    const [closed, ...answers] = await Promise.all([turn(admin, month, 'close'), ...writes]);
    expect(closed.status).toBe(200);
    const accepted = answers.filter(({ status }) => status === 200).length;
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(16 - accepted);
    const records = await listed('kept2Claim');
    expect(records.filter(({ day }) => String(day).startsWith(month))).toHaveLength(accepted);
  });

  it('refuses rows of a file that it would contain, in the check and in the import, and writes the others', async () => {
    const month = '2026-02';
    const { data: old } = await claimOf(`${month}-03`, { name: 'Import old' });
    expect((await turn(admin, month, 'close')).status).toBe(200);
    const reason = `${month} is closed (kept2Claim). Record a correction in an open month.`;
    const count = async () => (await listed('kept2Claim')).length;
    const before = await count();
    const wish = { entity: 'kept2Claim' };
    const rows = [
      ['name', 'day', 'amount'],
      ['Import 1', '2026-01-31', '1.00'],
      ['Import 2', `${month}-01`, '2.00'],
      ['Import 3', '2026-03-01', '3.00'],
    ];
    const { checked, imported } = await importRows(admin, wish, rows);
    expect(checked).toMatchObject({ total: 3, created: 2, rejected: 1, problems: [{ row: 3, reason }] });
    expect(imported).toMatchObject({ total: 3, created: 2, rejected: 1, problems: [{ row: 3, reason }] });
    expect(await count()).toBe(before + 2);
    const changes = await importRows(admin, { ...wish, mode: 'update' }, [
      ['id', 'name', 'amount'],
      [String(old.id), 'Import old', '4.00'],
    ]);
    expect(changes.imported).toMatchObject({ updated: 0, rejected: 1, problems: [{ row: 2, reason }] });
    expect(await books.read('kept2Claim', old.id)).toMatchObject({ amount: '10.00', version: 1 });
  });

  it('also refuses rows of a file that was checked before the month was closed', async () => {
    const month = '2026-01';
    const wish = { entity: 'kept2Claim' };
    const file = await tableFile([
      ['name', 'day', 'amount'],
      ['Late 1', `${month}-20`, '1.00'],
      ['Late 2', '2026-03-02', '2.00'],
    ]);
    const check = await checkTable(admin, wish, upload(file));
    expect(check.report).toMatchObject({ created: 2, rejected: 0 });
    expect((await turn(admin, month, 'close')).status).toBe(200);
    const { report } = await importTable(admin, wish, check.job);
    const reason = expect.stringContaining(`${month} is closed`);
    expect(report).toMatchObject({ created: 1, rejected: 1, problems: [{ row: 2, reason }] });
    const days = (await listed('kept2Claim')).map(({ day: on }) => on);
    expect([days.includes(`${month}-20`), days.includes('2026-03-02')]).toEqual([false, true]);
  });
});

describe('a book', () => {
  const write = (body: object) => books.ask('POST', 'kept2Entry', { name: 'E', ...body });

  it('is only written and read; notes can be changed', async () => {
    const { data: own } = await books.ask('POST', 'kept2Account', { name: 'Ann' });
    const { data: first } = await write({ accountId: own.id, points: 5 });
    const put = (body: object) => books.ask('PUT', 'kept2Entry', { id: first.id, version: 1, ...body });
    expect(await put({ points: 6 })).toMatchObject({ status: 409, code: 409111 });
    expect((await put({ note: 'seen' })).status).toBe(200);
    const records = await listed('kept2Entry');
    expect(records.find(({ id }) => id === first.id)?._actions).toEqual(['update']);
    const gone = await ask(admin, 'recordBulkDelete', {
      path: { entity: 'kept2Entry' },
      body: { selection: { ids: [first.id] }, expected: 1 },
    });
    expect(gone.status).not.toBe(200);
  });

  it('is corrected by a counter-entry with the opposite amounts of one entry, once', async () => {
    const { data: own } = await books.ask('POST', 'kept2Account', { name: 'Bob' });
    const { data: other } = await books.ask('POST', 'kept2Account', { name: 'Cid' });
    const { data: wrong } = await write({ accountId: own.id, points: 7 });
    const undo = { accountId: own.id, points: -7, undoesId: wrong.id };
    expect(await write({ ...undo, points: -6 })).toMatchObject({
      status: 422,
      errors: [{ field: '/points' }],
    });
    expect(await write({ ...undo, accountId: other.id })).toMatchObject({ status: 422, code: 42297 });
    const answers = await Promise.all(Array.from({ length: 16 }, () => write(undo)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(15).fill(409)]);
    const undoing = (await listed('kept2Entry')).filter(({ undoesId }) => undoesId === wrong.id);
    expect(undoing).toHaveLength(1);
    const counter = answers.find(({ status }) => status === 200)!.data;
    expect(await write({ accountId: own.id, points: 7, undoesId: counter.id })).toMatchObject({
      ...{ status: 422, code: 42298 },
    });
    expect((await books.read('kept2Account', own.id)).balance).toBe(0);
  });

  it('accepts entries and counter-entries of a file, and refuses each wrong row and each change', async () => {
    const { data: own } = await books.ask('POST', 'kept2Account', { name: 'Dot' });
    const { data: other } = await books.ask('POST', 'kept2Account', { name: 'Eli' });
    const { data: first } = await write({ accountId: own.id, points: 3 });
    const { data: second } = await write({ accountId: own.id, points: 4 });
    const { data: third } = await write({ accountId: own.id, points: 6 });
    const [mine, theirs] = [String(own.id), String(other.id)];
    const { checked, imported } = await importRows(admin, { entity: 'kept2Entry' }, [
      ['name', 'accountId', 'points', 'undoesId'],
      ['New', mine, '5', null],
      ['Less', mine, '-2', String(first.id)],
      ['Elsewhere', theirs, '-6', String(third.id)],
      ['Undone', mine, '-4', String(second.id)],
      ['Twice', mine, '-4', String(second.id)],
    ]);
    expect(imported.problems).toEqual(checked.problems);
    expect(imported).toMatchObject({ created: 2, rejected: 3 });
    expect(imported.problems.map(({ row, column, reason }) => `${row} ${column}: ${reason}`)).toEqual([
      '3 points: points does not match the reversed entry',
      '4 accountId: accountId does not match the reversed entry',
      '6 undoesId: Duplicate of row 5',
    ]);
    expect((await books.read('kept2Account', own.id)).balance).toBe(3 + 4 + 6 + 5 - 4);
    expect((await books.read('kept2Account', other.id)).balance).toBe(0);
    const changes = await importRows(admin, { entity: 'kept2Entry', mode: 'update' }, [
      ['id', 'points', 'note'],
      [String(first.id), '9', 'Read'],
      [String(second.id), '4', 'Read'],
    ]);
    const reason = 'Entries (kept2Entry) cannot be changed or deleted. Record a counter-entry.';
    expect(changes.imported).toMatchObject({ updated: 1, rejected: 1, problems: [{ row: 2, reason }] });
    expect(await books.read('kept2Entry', first.id)).toMatchObject({ points: 3, note: null });
    expect(await books.read('kept2Entry', second.id)).toMatchObject({ points: 4, note: 'Read' });
    expect((await books.read('kept2Account', own.id)).balance).toBe(3 + 4 + 6 + 5 - 4);
  });

  it('is recomputed by a command that lists balances which differ from their entries', async () => {
    const { config } = server;
    const check = () =>
      runCommand('server/checkBooks.ts', [], config.dataDir, {
        env: config.databaseUrl === null ? {} : { DATABASE_URL: config.databaseUrl },
      });
    expect(await check()).toMatchObject({ code: 0, output: expect.stringMatching(/balances agree/) });
    const { id } = await bookLeave();
    await runSql(server, 'update user_vacation set given = given + 1 where id = $1', id);
    const { code, output } = await check();
    expect(code).toBe(1);
    expect(output).toContain(`userVacation ${id} of tenant 1: given is 6, and its entries make 5`);
  });
});
