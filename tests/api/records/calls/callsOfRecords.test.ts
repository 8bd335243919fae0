/**
 * Calls about the lines, numbers, names and approvals of records, and about transitions. A transition can save
 * values or change other records.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallAction } from '../../../../generated/definition.ts';
import type { Client } from '../../../support/calls/client.ts';
import { serveLine } from '../../../support/calls/inside.ts';
import { makePerson, PASSWORD } from '../../../support/people/people.ts';
import { applyBills } from '../../../support/records/bills.ts';
import { asker } from '../../../support/records/orderLines.ts';
import { login, startedFolder, startOn, type TestServer } from '../../../support/server/server.ts';

const TENANT = 1;

let folder: Awaited<ReturnType<typeof startedFolder>>;
let server: TestServer;
let admin: Client;
let seller: Client;
let request: ReturnType<typeof asker>;

interface Bill {
  id: number;
  version: number;
  stage: string;
  approval: string;
  lines: { id: number; item: string }[];
}
interface BillClient {
  id: number;
  version: number;
  stage: string;
  lastBill: string | null;
}

beforeAll(async () => {
  folder = await startedFolder();
  server = await startOn(folder.path);
  admin = await login(server);
  await applyBills(admin);
  request = asker(admin);
  const { username } = await makePerson(server, [TENANT], {
    permissions: [
      ...['create', 'list', 'get', 'update', 'delete'].map((action) => `billClient:${action}@own`),
      ...['create', 'list', 'get', 'update', 'apply'].map((action) => `bill:${action}`),
      'billLine:*',
    ],
  });
  seller = await login(server, username, PASSWORD);
});
afterAll(async () => {
  await server?.stop();
  await folder?.remove();
});

const serve = <T>(client: Client, action: CallAction, input: Parameters<typeof serveLine>[3] = {}) =>
  serveLine(server, client, action, input) as Promise<T>;

async function make<T>(entity: string, body: object): Promise<T> {
  const { data, msg } = await request<T>('POST', `/manager/${entity}`, body);
  if (!data) throw new Error(msg);
  return data;
}
const read = async <T>(entity: string, id: number) =>
  (await request<T>('GET', `/manager/${entity}/${id}`)).data;
const makeBill = (more: object = {}) =>
  make<Bill>('bill', { subject: 'Cables', lines: [{ item: 'Cable' }, { item: 'Plug' }], ...more });
const items = (lines: { item: string }[]) => lines.map(({ item }) => item);

describe('the lines of a record', () => {
  const children = { entity: 'bill', do: 'children', lines: 'lines' } satisfies CallAction;
  const putChildren = {
    ...{ entity: 'bill', do: 'putChildren', lines: 'lines' },
    version: { body: 'version', optional: true },
  } satisfies CallAction;

  it('are returned, and replaced together', async () => {
    const bill = await makeBill();
    const lines = await serve<Bill['lines']>(seller, children, { query: { id: bill.id } });
    expect(items(lines)).toEqual(['Cable', 'Plug']);
    const sentLines = [{ item: 'Box' }, { id: lines[0]!.id, item: 'Cable 5 m' }];
    const put = await serve<Bill['lines']>(seller, putChildren, {
      query: { id: bill.id },
      body: { lines: sentLines, version: bill.version },
    });
    expect(items(put)).toEqual(['Box', 'Cable 5 m']);
    expect(put[1]!.id).toBe(lines[0]!.id);
  });

  it('remain unchanged if the caller has another version', async () => {
    const bill = await makeBill();
    const body = { lines: [], version: bill.version + 1 };
    await expect(serve(seller, putChildren, { query: { id: bill.id }, body })).rejects.toMatchObject({
      key: 'entity.stale',
    });
    expect((await read<Bill>('bill', bill.id)).lines).toHaveLength(2);
  });
});

describe('a number', () => {
  it('is reserved once, even in parallel, and not given to another record', async () => {
    const line = { entity: 'billClient', do: 'number', field: 'number' } satisfies CallAction;
    const numbers = await Promise.all(Array.from({ length: 8 }, () => serve<string>(admin, line)));
    expect(new Set(numbers).size).toBe(8);
    const { number } = await make<{ number: string }>('billClient', { name: 'Numbered' });
    expect(numbers).not.toContain(number);
    expect(await make('billClient', { name: 'Given', number: numbers[0] })).toMatchObject({
      number: numbers[0],
    });
  });
});

describe('an existing name', () => {
  const line = { entity: 'billClient', do: 'similar', name: { query: 'name' } } satisfies CallAction;
  const find = (client: Client, name: string) =>
    serve<Record<string, unknown>[]>(client, line, { query: { name } });

  it('is found in another spelling, without the record if the caller may not see it', async () => {
    const { id } = await make<BillClient>('billClient', { name: '苏州澄湖电子有限公司' });
    const spelled = '苏州澄湖电子（有限公司） ';
    expect(await find(admin, spelled)).toMatchObject([{ id, name: '苏州澄湖电子有限公司', match: 'same' }]);
    // The result shows only that a similar record exists. The name is the entered text. The spelling and the
    // owner of the record remain hidden.
    expect(await find(seller, spelled)).toEqual([
      { id: null, name: spelled, ownerName: null, match: 'same' },
    ]);
    expect(await find(seller, '澄湖电子')).toEqual([]);
    expect(await find(admin, '澄湖电子')).toMatchObject([{ id, match: 'similar' }]);
    expect(await find(admin, '湖')).toEqual([]);
    expect(await find(admin, '有限公司')).toEqual([]);
  });
});

describe('an approval', () => {
  const submit = {
    ...{ entity: 'bill', do: 'submit', save: true },
    comment: { body: 'why', optional: true },
  } satisfies CallAction;
  const decide = {
    ...{ entity: 'bill', do: 'decide', decision: 'rejected' },
    comment: { body: 'why' },
  } satisfies CallAction;
  const withdraw = { entity: 'bill', do: 'withdraw', to: 'draft' } satisfies CallAction;

  it('begins with the record that is saved, and both are rolled back if one is refused', async () => {
    const body = { subject: 'Submitted', lines: [{ item: 'Box' }], why: 'soon' };
    const bill = await serve<Bill>(seller, submit, { body });
    expect(bill).toMatchObject({ approval: 'pending', lines: [{ item: 'Box' }] });
    const again = { id: bill.id, version: bill.version, subject: 'Changed' };
    await expect(serve(seller, submit, { body: again })).rejects.toMatchObject({ key: 'approval.pending' });
    expect(await read('bill', bill.id)).toMatchObject({ subject: 'Submitted' });
  });

  it('is decided by the current approver, and withdrawn by its submitter', async () => {
    const bill = await serve<Bill>(seller, submit, { body: { subject: 'Decided' } });
    const input = { query: { id: bill.id }, body: { why: 'too dear' } };
    await expect(serve(seller, decide, input)).rejects.toMatchObject({ key: 'approval.notYours' });
    expect(await serve(admin, decide, input)).toMatchObject({ approval: 'rejected' });
    await expect(serve(admin, decide, input)).rejects.toMatchObject({ key: 'http.notFound' });
    const other = await serve<Bill>(seller, submit, { body: { subject: 'Taken back' } });
    const its = { query: { id: other.id } };
    await expect(serve(admin, withdraw, its)).rejects.toMatchObject({ key: 'approval.notInitiator' });
    expect(await serve(seller, withdraw, its)).toMatchObject({ approval: 'draft' });
  });
});

describe('a move', () => {
  const apply = { entity: 'bill', do: 'transition', transition: 'apply', save: true } satisfies CallAction;
  const issue = {
    ...{ entity: 'bill', do: 'transition', transition: 'issue', from: 'body' },
    by: { id: { body: 'id' } },
  } satisfies CallAction;

  it('saves its record first, both or neither', async () => {
    const bill = await serve<Bill>(seller, apply, { body: { subject: 'Applied', lines: [{ item: 'Box' }] } });
    expect(bill).toMatchObject({ stage: 'asked', lines: [{ item: 'Box' }] });
    const { id, version } = bill;
    await expect(serve(seller, apply, { body: { id, version, subject: 'Twice' } })).rejects.toMatchObject({
      key: 'state.from',
    });
    expect(await read('bill', id)).toMatchObject({ subject: 'Applied' });
  });

  it('creates a record for each row of its form, and moves and changes referenced records', async () => {
    const client = await make<BillClient>('billClient', { name: 'Mill' });
    const issued = async (subject: string, ...numbers: string[]) => {
      const { id } = await serve<Bill>(admin, apply, { body: { subject, clientId: client.id } });
      return serve<Bill>(admin, issue, { body: { id, papers: numbers.map((number) => ({ number })) } });
    };
    await issued('First', 'P1', 'P2');
    expect(await read('billClient', client.id)).toMatchObject({ stage: 'deal', lastBill: 'First' });
    await issued('Second', 'P3');
    expect(await read('billClient', client.id)).toMatchObject({ stage: 'repeat', lastBill: 'Second' });
    await issued('Third', 'P4');
    expect(await read('billClient', client.id)).toMatchObject({ stage: 'repeat', lastBill: 'Third' });
    const { data } = await request<{ total: number }>('GET', '/manager/billPaper/page');
    expect(data.total).toBe(4);
    await expect(issued('Fourth', 'P5', 'P4')).rejects.toMatchObject({ key: 'state.effectFailed' });
    expect(await read('billClient', client.id)).toMatchObject({ lastBill: 'Third' });
    expect((await request<{ total: number }>('GET', '/manager/billPaper/page')).data.total).toBe(4);
  });

  it('of two parallel orders, one closes the client, and the other sees it closed', async () => {
    const client = await make<BillClient>('billClient', { name: 'Twice at once' });
    const bills = await Promise.all(
      ['A', 'B'].map((subject) => serve<Bill>(admin, apply, { body: { subject, clientId: client.id } })),
    );
    await Promise.all(
      bills.map(({ id }, at) => serve(admin, issue, { body: { id, papers: [{ number: `Q${at}` }] } })),
    );
    expect(await read('billClient', client.id)).toMatchObject({ stage: 'repeat' });
  });
});
