/** Amounts of quotes are exact to the cent: lines, the total discount, taxes by rate, costs and margin. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { makeDept, makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { LINES } from '../../support/records/quotes.ts';
import { login } from '../../support/server/server.ts';

const served = serveOperators();
const UNTIL = '2099-12-31';

let boss: Client;
let customerId: number;
let tenant: number;
let bossId: number;
const failure = async (run: Promise<unknown>) =>
  (await run.then(
    () => null,
    (error: { errors?: { field: string; msg: string }[] }) => error.errors?.[0],
  )) ?? null;

const failed = async (run: Promise<unknown>) =>
  run.then(
    () => false,
    () => true,
  );

beforeAll(async () => {
  tenant = await makeTenant(served.server);
  const head = await makePerson(served.server, [tenant], { permissions: ['*'] });
  bossId = head.userId;
  boss = await login(served.server, head.username, PASSWORD);
  customerId = (await boss.call('intoCustomer', { body: { name: '苏州澄湖电子有限公司' } })).id;
});

const saveQuote = (body: object) =>
  boss.call('saveQuote', {
    body: { name: '储能一期', customerId, currency: 'CNY', validUntil: UNTIL, ...body },
  });

describe('a quote', () => {
  it('has a total of 617,315.12 without and 611,693.04 with a discount of 5,000.00, and a margin of 22.20 %', async () => {
    const first = await saveQuote({ lines: LINES });
    expect(first).toMatchObject({ net: '549010.33', gross: '617315.12', marginRate: 22.9, state: 'saved' });
    const { id, version, lines = [] } = first;
    const existing = lines.map((line) => ({ id: line.id }));
    const second = await saveQuote({ id, version, discount: '5000.00', lines: existing });
    expect(second).toMatchObject({
      net: '549010.33',
      netAfter: '544010.33',
      tax: '67682.71',
      gross: '611693.04',
      cost: '423263.75',
      margin: '120746.58',
      marginRate: 22.2,
      lines: [
        { net: '430407.09', share: '3919.85', netAfter: '426487.24', tax: '55443.34', gross: '481930.58' },
        { net: '53097.34', share: '483.57', netAfter: '52613.77', tax: '6839.79', gross: '59453.56' },
        { net: '5823.13', share: '53.03', netAfter: '5770.10', tax: '750.11', gross: '6520.21' },
        { net: '37041.29', share: '337.35', netAfter: '36703.94', tax: '3303.35', gross: '40007.29' },
        { net: '22641.48', share: '206.20', netAfter: '22435.28', tax: '1346.12', gross: '23781.40' },
      ],
    });
    expect(await boss.call('getQuoteById', { query: { id } })).toMatchObject({
      gross: '611693.04',
      number: expect.stringMatching(/^Q\d{6}-\d{4}$/),
    });
  });

  it('shows an error in the cell of its line', async () => {
    const line = { item: '电缆', quantity: 1, price: '1.00', taxRate: 13 };
    const at = async (wrong: object) =>
      (await failure(saveQuote({ lines: [line, { ...line, ...wrong }] })))?.field;
    expect(await at({ discount: 101 })).toBe('/lines/1/discount');
    expect(await at({ quantity: 0 })).toBe('/lines/1/quantity');
    expect(await at({ price: '12a' })).toBe('/lines/1/price');
    expect(await at({ price: '10000000000.00' })).toBe('/lines/1/price');
    expect(await failure(saveQuote({ validUntil: '2020-01-01' }))).toMatchObject({ field: '/validUntil' });
    expect(await failure(saveQuote({ lines: [line], discount: '1.01' }))).toMatchObject({
      field: '/discount',
    });
  });

  it('accepts a free line of zero', async () => {
    const free = { item: '培训', quantity: 1, price: '800.00', discount: 100, taxRate: 6 };
    expect(await saveQuote({ lines: [free] })).toMatchObject({ net: '0.00', gross: '0.00' });
  });
});

it('quotes are listed, read, changed, exported and removed by their calls, and lines are read alone', async () => {
  const { id, version } = await boss.call('quoteCreate', {
    body: { name: '二期', customerId, currency: 'CNY', validUntil: UNTIL, lines: LINES.slice(0, 1) },
  });
  await boss.call('quoteUpdate', {
    body: { id, version, budget: [{ text: '运输', unitCost: '80.00' }] },
  });
  expect(await boss.call('getQuoteById', { query: { id } })).toMatchObject({
    budget: [{ quantity: 1, cost: '80.00' }],
  });
  const { records } = await boss.call('getQuoteList', { query: { customerId } });
  expect(records.map((one) => one.id)).toContain(id);
  expect((await boss.call('quotePage', { query: { size: 1 } })).total).toBe(records.length);
  const [line] = (await boss.call('quoteLinePage', { query: { size: 1 } })).records;
  expect(await boss.call('quoteLineGet', { path: { id: line!.id } })).toMatchObject({ currency: 'CNY' });
  const [part] = (await boss.call('quoteBudgetLinePage', { query: { size: 1 } })).records;
  expect(await boss.call('quoteBudgetLineGet', { path: { id: part!.id } })).toMatchObject({ cost: '80.00' });
  expect((await boss.request('quoteExcel', { body: {} })).status).toBe(200);
  await boss.call('quoteDelete', { path: { id } });
});

describe('a quote above 500,000.00', () => {
  const sell = async () => {
    const { userId, username } = await makePerson(served.server, [tenant], { role: 'sales' });
    await makeDept(served.server, tenant, bossId, [userId]);
    return { userId, client: await login(served.server, username, PASSWORD) };
  };
  const body = { name: '储能三期', currency: 'CNY', validUntil: UNTIL, lines: LINES };

  it('is submitted and approved by the head, and locked afterwards; sales see no costs', async () => {
    const { userId, client } = await sell();
    const plain = LINES.map(({ unitCost: _, ...line }) => line);
    await client.call('submitQuote', { body: { ...body, customerId, lines: plain } });
    const [quote] = (await client.call('getQuoteList', { query: { customerId } })).records;
    const { id = 0 } = quote ?? {};
    expect(quote).toMatchObject({
      ...{ approval: 'pending', state: 'submitted' },
      ...{ ownerId: userId, gross: '617315.12' },
    });
    expect(quote).not.toHaveProperty('margin');
    const [request] = (await boss.call('approvalPending', { query: { entity: 'quote' } })).records;
    const path = { id: request!.id };
    const { version } = (await boss.call('approvalDetail', { path })).request;
    await boss.call('approvalAgree', { path, body: { version } });
    expect(await client.call('getQuoteById', { query: { id } })).toMatchObject({
      ...{ approval: 'agreed', state: 'pending' },
      _actions: expect.arrayContaining(['accept', 'decline', 'cancel']),
    });
    const { version: stored } = await client.call('getQuoteById', { query: { id } });
    const change = client.call('quoteUpdate', { body: { id, version: stored, name: 'Cheaper' } });
    expect(await failed(change)).toBe(true);
    const answer = { name: 'accept', form: { resultBy: '周敏' } };
    const moved = await client.call('recordTransition', {
      path: { entity: 'quote', id },
      body: { ...answer, version: stored },
    });
    expect(moved).toMatchObject({ state: 'replied', result: 'accepted', resultBy: '周敏' });
    expect(moved.repliedAt).toBeTruthy();
  });

  it('returns to its owner when it is rejected or withdrawn, and can be abandoned permanently', async () => {
    const { client } = await sell();
    const lines = LINES.map(({ unitCost: _, ...line }) => line);
    const { id } = await client.call('quoteCreate', { body: { ...body, name: '退回', customerId, lines } });
    const read = async () => client.call('getQuoteById', { query: { id } });
    const submit = async () => {
      const { version } = await read();
      await client.call('recordSubmit', { path: { entity: 'quote', id }, body: { version } });
      expect(await read()).toMatchObject({ approval: 'pending', state: 'submitted' });
      const { records } = await boss.call('approvalPending', { query: { entity: 'quote' } });
      const path = { id: records.find(({ recordId }) => recordId === id)!.id };
      return { path, version: (await boss.call('approvalDetail', { path })).request.version };
    };
    const first = await submit();
    await boss.call('approvalReject', {
      path: first.path,
      body: { version: first.version, comment: '价格太低' },
    });
    expect(await read()).toMatchObject({ approval: 'rejected', state: 'saved' });
    const second = await submit();
    await client.call('approvalRollback', { path: second.path, query: { version: second.version } });
    expect(await read()).toMatchObject({ approval: 'draft', state: 'saved' });
    const third = await submit();
    await client.call('approvalCancel', { path: third.path, body: { version: third.version } });
    const withdrawn = await read();
    expect(withdrawn).toMatchObject({ approval: 'canceled', state: 'canceled' });
    expect(withdrawn._actions).not.toContain('submit');
  });

  it('is moved only by its approval where a transition follows a decision', async () => {
    const { client } = await sell();
    const { id, version } = await client.call('quoteCreate', { body: { ...body, customerId, lines: [] } });
    const move = (name: string) =>
      boss.call('recordTransition', { path: { entity: 'quote', id }, body: { name, version } });
    await expect(move('hand')).rejects.toMatchObject({ status: 400 });
    const submit = client.call('recordSubmit', { path: { entity: 'quote', id }, body: { version } });
    await expect(submit).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('请先填写报价明细'),
    });
  });

  it('needs no approval below the limit with a good margin', async () => {
    const { client } = await sell();
    const lines = [{ item: '咨询', quantity: 1, price: '1000.00', taxRate: 6 }];
    await client.call('submitQuote', { body: { ...body, name: '咨询', customerId, lines } });
    const { records } = await client.call('getQuoteList', { query: { customerId } });
    expect(records.find(({ name }) => name === '咨询')).toMatchObject({
      ...{ approval: 'agreed', state: 'pending' },
    });
  });
});

it('the budget of a quote is read by line, and a tax rate fills the rate of its line', async () => {
  const { id } = await saveQuote({
    budget: [{ text: '运输', quantity: 2, unitCost: '80.00' }],
    lines: [{ item: '培训', quantity: 1, price: '100.00', taxCode: '9' }],
  });
  expect(await boss.call('quoteBudget', { query: { quoteId: id } })).toMatchObject([{ cost: '160.00' }]);
  expect(await boss.call('getQuoteById', { query: { id } })).toMatchObject({ gross: '109.00' });
});
