/** Automations act with the rights of their owner, are limited, and do not trigger themselves. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Drawing } from '../../../runtime/core/automation/drawing.ts';
import { ask } from '../../support/calls/ask.ts';
import type { Client } from '../../support/calls/client.ts';
import { startDueAt } from '../../support/calls/insideAutomations.ts';
import {
  CREATED,
  drawAutomation,
  endedRuns,
  moveAutomation,
  plainDrawing,
  runsOf,
  startAutomation,
} from '../../support/people/automations.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { asker } from '../../support/records/orderLines.ts';
import { makeOrder } from '../../support/records/orderToCash.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { joinTenant, makeOperator, until } from '../../support/telemetry/site.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

const customer = (client: Client, name: string, more: object = {}) =>
  client.call('customerCreate', { body: { name, ...more } });

const NOTICE: Drawing['do'][number] = {
  ...{ do: 'notify', to: { owner: true } },
  text: { zh: '订单 {name}', en: 'Order {name}' },
};

const OWN = ['automation:*', 'automationRun:*'];

describe('the rights of an automation', () => {
  it("are its owner's at each run, and an effect without permission rolls back the others", async () => {
    const boss = await makeOperator(server);
    const weak = await joinTenant(server, boss.tenantId, [
      ...OWN,
      'customer:list',
      'customer:get',
      'customer:update',
    ]);
    const remark: Drawing['do'][number] = { do: 'assign', field: 'remark', value: "'seen'" };
    const id = await startAutomation(weak, { ...CREATED, do: [remark, ...CREATED.do] });
    const made = await customer(boss, 'Guarded');
    const [run] = await endedRuns(boss, id);
    expect(run).toMatchObject({ state: 'failed', became: null });
    expect(run?.reason?.en).toContain('Creating the plan failed');
    const unchanged = await boss.call('getCustomerInfoById', { query: { id: made.id } });
    expect(unchanged.remark ?? null).toBeNull();
  });

  it('exclude records and tenants that the owner may not see', async () => {
    const boss = await makeOperator(server);
    const own = await joinTenant(server, boss.tenantId, [...OWN, 'customer:*@own', 'customerPlan:*']);
    const id = await startAutomation(own, CREATED);
    await customer(boss, 'Of another');
    const stranger = await makeOperator(server);
    await customer(stranger, 'Of another tenant');
    await customer(own, 'Own');
    const runs = await endedRuns(boss, id);
    expect(runs.map(({ subject, state }) => [subject, state])).toEqual([['Own', 'done']]);
    expect((await ask(stranger, 'automationDesign', { path: { id } })).status).toBe(404);
  });

  it('exclude fields that the owner may not see, in a condition and as a trigger', async () => {
    const boss = await makeOperator(server);
    const weak = await joinTenant(server, boss.tenantId, [...OWN, 'salesOrder:list', 'salesOrder:get']);
    const { id, version } = await weak.call('automationCreate', { body: { name: 'Curious' } });
    const body = (more: object) => ({
      version: version ?? 1,
      drawing: { entity: 'salesOrder', trigger: { on: 'created' }, do: [NOTICE], ...more },
    });
    const draw = async (more: object) =>
      (await ask(weak, 'automationDraw', { path: { id }, body: body(more) })).status;
    const costly = { if: 'cost > 1000' };
    expect(await draw(costly)).toBe(403);
    expect(await draw({ trigger: { on: 'updated', fields: ['cost'] } })).toBe(403);
    const trial = await ask(weak, 'automationTrial', {
      path: { id },
      body: { drawing: body(costly).drawing },
    });
    expect(trial.status).toBe(403);
    expect(await draw({})).toBe(200);
  });

  it('end when the owner may no longer see a field of the condition', async () => {
    const boss = await makeOperator(server);
    const weak = await joinTenant(server, boss.tenantId, [...OWN, 'salesOrder:list', 'salesOrder:get']);
    const drawing: Drawing = {
      entity: 'salesOrder',
      trigger: { on: 'created' },
      if: 'cost > 1000',
      do: [NOTICE],
    };
    const id = await drawAutomation(boss, drawing);
    await moveAutomation(weak, id, 'turnOn');
    await makeOrder(asker(boss));
    const [run] = await endedRuns(boss, id);
    expect(run).toMatchObject({ state: 'stopped', recordId: null });
    expect(run?.reason?.en).toContain('may no longer see');
    expect(await boss.call('automationGet', { path: { id } })).toMatchObject({ state: 'stopped' });
  });

  it('end when the owner leaves: the automation stops and gives the reason', async () => {
    const boss = await makeOperator(server);
    const { userId, username } = await makePerson(server, [boss.tenantId], { permissions: ['*'] });
    const id = await startAutomation(await login(server, username, PASSWORD), CREATED);
    const { version } = await boss.call('userGet', { path: { id: userId } });
    const path = { entity: 'user', id: userId };
    await boss.call('recordTransition', { path, body: { name: 'deactivate', version: version! } });
    await customer(boss, 'Later');
    const [run] = await endedRuns(boss, id);
    expect(run).toMatchObject({ state: 'stopped' });
    expect(await boss.call('automationGet', { path: { id } })).toMatchObject({ state: 'stopped' });
    await customer(boss, 'Much later');
    expect(await runsOf(boss, id)).toHaveLength(1);
  });

  it("are never another user's: a user who changes it becomes the owner", async () => {
    const boss = await makeOperator(server);
    const id = await drawAutomation(boss, CREATED);
    const permissions = [...OWN, 'customer:*'];
    const { userId, username } = await makePerson(server, [boss.tenantId], { permissions });
    const weak = await login(server, username, PASSWORD);
    const { version, ownerId } = await weak.call('automationDesign', { path: { id } });
    const drawn = await weak.call('automationDraw', {
      path: { id },
      body: { version, drawing: plainDrawing(CREATED) },
    });
    expect(ownerId).not.toBe(userId);
    expect(drawn.ownerId).toBe(userId);
    const body = { version: drawn.version, drawing: plainDrawing(CREATED) };
    await moveAutomation(boss, id, 'turnOn');
    expect((await weak.call('automationDesign', { path: { id } })).ownerId).toBe(ownerId);
    const late = await ask(weak, 'automationDraw', { path: { id }, body });
    expect(late.status).toBe(409);
  });
});

describe('automations together', () => {
  it('do not trigger themselves, and end a chain that is too long', async () => {
    const boss = await makeOperator(server);
    const write = (value: string): Drawing => ({
      ...{ entity: 'customer', trigger: { on: 'updated', fields: ['remark'] } },
      do: [{ do: 'assign', field: 'remark', value }],
    });
    const first = await startAutomation(boss, write("'first'"));
    const second = await startAutomation(boss, write("'second'"));
    const { id, version } = await customer(boss, 'Looped');
    await boss.call('updateCustomer', { body: { id, version: version!, remark: 'by hand' } });
    const runs = await until(
      async () => [...(await runsOf(boss, first)), ...(await runsOf(boss, second))],
      // A run and the runs that it causes are written in one transaction.
      (all) => all.length > 0 && all.every(({ state }) => state !== 'waiting'),
    );
    const stopped = runs.filter(({ state }) => state === 'stopped');
    expect(stopped.length).toBeGreaterThan(0);
    expect(stopped.every(({ reason }) => reason?.en?.includes('start itself again'))).toBe(true);
    expect(runs.filter(({ state }) => state === 'done')).toHaveLength(4);
    expect(runs.filter(({ chain }) => chain === null)).toHaveLength(2);
  });
});

describe('the trigger of an automation', () => {
  it('is a state that a record reaches', async () => {
    const boss = await makeOperator(server);
    const id = await startAutomation(boss, {
      ...{ entity: 'customer', trigger: { on: 'moved', to: ['deal'] } },
      do: [{ do: 'notify', to: { owner: true }, text: { zh: '成交 {name}', en: 'Deal: {name}' } }],
    });
    const made = await customer(boss, 'Dealer');
    const path = { entity: 'customer', id: made.id };
    await boss.call('recordTransition', { path, body: { name: 'close', version: made.version! } });
    expect((await endedRuns(boss, id)).map(({ state }) => state)).toEqual(['done']);
    const { records } = await boss.call('noticePage', { query: { size: 10 } });
    expect(records.map(({ text }) => text.en)).toContain('Deal: Dealer');
  });

  it('is a scheduled day, once for each matching record', async () => {
    const boss = await makeOperator(server);
    await customer(boss, 'Small', { level: 'NP' });
    await customer(boss, 'Large', { level: 'VIP' });
    const id = await startAutomation(boss, {
      ...{ ...CREATED, if: "level = 'VIP'" },
      trigger: { on: 'time', rule: 'FREQ=DAILY', from: '2026-01-01', at: '08:00' },
    });
    await startDueAt(server, Date.now());
    const { nextRun } = await boss.call('automationGet', { path: { id } });
    const due = Date.parse(String(nextRun));
    await Promise.all([startDueAt(server, due), startDueAt(server, due)]);
    const runs = await endedRuns(boss, id);
    expect(runs.map(({ subject, state }) => [subject, state])).toEqual([['Large', 'done']]);
  });

  it('is a call of its address, which is checked before its body is read', async () => {
    const boss = await makeOperator(server);
    const id = await startAutomation(boss, {
      entity: null,
      trigger: { on: 'call', fields: [{ name: 'company', title: 'Company', kind: 'text', required: true }] },
      do: [{ do: 'create', entity: 'customer', values: { name: 'company' } }],
    });
    const { token } = await boss.call('automationAddress', { path: { id } });
    const post = (address: string, body: string) =>
      fetch(`${server.url}/public/automation/${address}`, {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body },
      });
    expect((await post('x'.repeat(43), '{ this is no JSON')).status).toBe(404);
    expect((await post(token, '{"company":5}')).status).toBe(400);
    expect((await post(token, JSON.stringify({ company: 'x'.repeat(600_000) }))).status).toBe(413);
    expect((await ask(boss, 'automationCall', { path: { token }, body: { company: 'Called' } })).status).toBe(
      200,
    );
    expect((await endedRuns(boss, id)).map(({ state }) => state)).toEqual(['done']);
    const { records } = await boss.call('getCustomerList', { query: { size: 10 } });
    expect(records.map(({ name }) => name)).toEqual(['Called']);
    const again = await boss.call('automationAddress', { path: { id } });
    expect((await post(token, '{"company":"Old"}')).status).toBe(404);
    const answers = await Promise.all(Array.from({ length: 70 }, () => post(again.token, '{}')));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    await moveAutomation(boss, id, 'turnOff');
  });
});

describe('the trial of a drawing', () => {
  it('lists past records and the effects, and writes nothing', async () => {
    const boss = await makeOperator(server);
    await customer(boss, 'First');
    await customer(boss, 'Second');
    const id = await drawAutomation(boss, CREATED);
    const body = { drawing: plainDrawing(CREATED) };
    const trial = await boss.call('automationTrial', { path: { id }, body });
    expect(trial).toMatchObject({ days: 30, runs: 2 });
    expect(trial.records.map(({ name, became }) => [name, became?.includes('Call')])).toEqual([
      ['Second', true],
      ['First', true],
    ]);
    expect((await boss.call('customerPlanPage', { query: { size: 10 } })).total).toBe(0);
    expect(await runsOf(boss, id)).toEqual([]);
  });

  it('is refused with the place of a mistake', async () => {
    const boss = await makeOperator(server, OWN);
    const wrong = { ...CREATED, if: "nonsense = 'A'" };
    const problems = await boss.call('automationCheck', { body: { drawing: plainDrawing(wrong) } });
    expect(problems.map(({ pointer }) => pointer.slice(0, 3))).toEqual(['/if']);
    const id = (await boss.call('automationCreate', { body: { name: 'Wrong' } })).id;
    const answer = await ask(boss, 'automationDraw', {
      path: { id },
      body: { version: 1, drawing: plainDrawing(wrong) },
    });
    expect(answer).toMatchObject({ status: 400, code: 400380 });
    const other = await joinTenant(server, await makeTenant(server), ['customer:*']);
    expect((await ask(other, 'automationCheck', { body: { drawing: {} } })).status).toBe(403);
  });
});
