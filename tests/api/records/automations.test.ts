/** Automations that staff draw: what starts them, and what they do with the rights of their owner. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import type { Client } from '../../support/calls/client.ts';
import {
  CREATED,
  drawAutomation,
  endedRuns,
  moveAutomation,
  runsOf,
  startAutomation,
} from '../../support/people/automations.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeOperator } from '../../support/telemetry/site.ts';

let server: TestServer;
let boss: Client & { tenantId: number };

beforeAll(async () => {
  server = await sharedServer();
  boss = await makeOperator(server);
});
afterAll(() => server?.stop());

const plansOf = async (client: Client) =>
  (await client.call('customerPlanPage', { query: { size: 100 } })).records;

describe('an automation', () => {
  it('runs once for each record that is created while it is enabled', async () => {
    const id = await drawAutomation(boss, CREATED);
    await boss.call('customerCreate', { body: { name: 'Before' } });
    await moveAutomation(boss, id, 'turnOn');
    await boss.call('customerCreate', { body: { name: 'During' } });
    const [run, ...others] = await endedRuns(boss, id);
    expect(others).toEqual([]);
    const about = { zh: '客户', en: 'Customer' };
    expect(run).toMatchObject({ ...{ state: 'done', subject: 'During', about }, trigger: 'created' });
    expect(await boss.call('automationGet', { path: { id } })).toMatchObject({ about });
    expect(run?.became).toContain('Call During');
    await moveAutomation(boss, id, 'turnOff');
    await boss.call('customerCreate', { body: { name: 'After' } });
    expect(await runsOf(boss, id)).toHaveLength(1);
    expect((await plansOf(boss)).map(({ title }) => title)).toEqual(['Call During']);
  });

  it('evaluates its condition with the record as it was written', async () => {
    const id = await startAutomation(boss, { ...CREATED, if: "level = 'VIP'" });
    await boss.call('customerCreate', { body: { name: 'Small', level: 'NP' } });
    await boss.call('customerCreate', { body: { name: 'Large', level: 'VIP' } });
    const runs = await endedRuns(boss, id);
    expect(runs.map(({ subject }) => subject)).toEqual(['Large']);
  });

  it('is renamed only while it is disabled, and is deleted with its runs', async () => {
    const id = await startAutomation(boss, CREATED);
    await boss.call('customerCreate', { body: { name: 'Counted' } });
    const [run] = await endedRuns(boss, id);
    expect(await boss.call('automationRunGet', { path: { id: Number(run?.id) } })).toMatchObject({
      subject: 'Counted',
    });
    const on = await boss.call('automationGet', { path: { id } });
    const rename = (version: number) => ({ body: { id, version, name: 'Renamed' } });
    expect(await ask(boss, 'automationUpdate', rename(on.version!))).toMatchObject({
      status: 409,
      errors: [{ field: '/name' }],
    });
    await moveAutomation(boss, id, 'turnOff');
    const { version } = await boss.call('automationGet', { path: { id } });
    await boss.call('automationUpdate', rename(version!));
    const { records } = await boss.call('automationPage', { query: { size: 100 } });
    expect(records.find((one) => one.id === id)).toMatchObject({ name: 'Renamed', state: 'off' });
    await boss.call('automationDelete', { path: { id } });
    expect(await runsOf(boss, id)).toEqual([]);
  });
});
