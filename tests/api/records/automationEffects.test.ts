/** The effects of automations, new alarms as triggers, and the limits of a tenant's runs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSql } from '../../support/calls/world.ts';
import { CREATED, endedRuns, runsOf, startAutomation } from '../../support/people/automations.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeOperator, makeRule, makeSite, send, until } from '../../support/telemetry/site.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

const RUNS_A_MINUTE = 120;
const CLIENTS = 16;

describe('the effects of an automation', () => {
  it('set fields, change a referenced record, move and send mails, all in one transaction', async () => {
    const boss = await makeOperator(server);
    const { userId } = await boss.call('getPrincipal', {});
    await runSql(server, 'update "user" set email = $1 where id = $2', 'boss@example.org', userId);
    await boss.call('notificationChannelCreate', { body: { name: 'Office', kind: 'email' } });
    const id = await startAutomation(boss, {
      ...{ entity: 'customerPlan', trigger: { on: 'created' } },
      do: [
        { do: 'assign', field: 'content', value: "cat('About ', title)" },
        { do: 'update', of: 'customerId', values: { remark: 'title' } },
        { do: 'move', of: 'id', transitions: ['finish'], form: { result: "'Done at once'" } },
        {
          ...{ do: 'mail', channel: 'Office', to: { owner: true } },
          subject: { zh: '计划 {title}', en: 'Plan {title}' },
          text: { zh: '已完成', en: 'It is complete' },
        },
      ],
    });
    const customer = await boss.call('customerCreate', { body: { name: 'Planned' } });
    const plan = await boss.call('customerPlanCreate', {
      body: { customerId: customer.id, title: 'Visit', from: '2026-12-01', to: '2026-12-02' },
    });
    const [run] = await endedRuns(boss, id);
    expect(run).toMatchObject({ state: 'done', reason: null });
    expect(await boss.call('customerPlanGet', { path: { id: plan.id } })).toMatchObject({
      ...{ content: 'About Visit', state: 'done', result: 'Done at once' },
    });
    const changed = await boss.call('getCustomerInfoById', { query: { id: customer.id } });
    expect(changed.remark).toBe('Visit');
    const { records } = await boss.call('notificationLogPage', { query: { size: 10 } });
    expect(records).toEqual([
      expect.objectContaining({
        kind: 'email',
        recipient: 'boss@example.org',
        userId,
        channelId: expect.any(Number),
      }),
    ]);
    expect(records[0]?.subject).toContain('Visit');
  });

  it('follow a new alarm', async () => {
    const boss = await makeOperator(server);
    const site = await makeSite(boss);
    const id = await startAutomation(boss, {
      ...{ entity: 'alarm', trigger: { on: 'created' }, if: "level = 'critical'" },
      do: [
        {
          ...{ do: 'create', entity: 'siteWorksheet' },
          values: {
            name: 'info',
            stationSn: 'stationSn',
            type: "'repair'",
            priority: "'urgent'",
            alarmId: 'id',
          },
        },
      ],
    });
    await makeRule(boss, site, 50, { level: 'critical' });
    await send(server.url, site.device, { power: 90 });
    expect((await endedRuns(boss, id)).map(({ state, reason }) => [state, reason])).toEqual([['done', null]]);
    const { records } = await boss.call('siteWorksheetPage', { query: { size: 10 } });
    expect(records).toEqual([
      expect.objectContaining({ stationSn: site.station.sn, priority: 'urgent', type: 'repair' }),
    ]);
  });
});

describe('the runs of a tenant', () => {
  it('are created once each during many parallel writes', async () => {
    const boss = await makeOperator(server);
    const id = await startAutomation(boss, CREATED);
    await Promise.all(
      Array.from({ length: CLIENTS }, (_, at) =>
        boss.call('customerCreate', { body: { name: `At once ${at}` } }),
      ),
    );
    const runs = await endedRuns(boss, id, CLIENTS);
    expect(runs.map(({ state }) => state)).toEqual(Array.from({ length: CLIENTS }, () => 'done'));
    expect((await boss.call('customerPlanPage', { query: { size: 100 } })).total).toBe(CLIENTS);
  });

  it('wait if a minute has too many, and do not delay another tenant', async () => {
    const busy = await makeOperator(server);
    const other = await makeOperator(server);
    const [id, otherId] = [await startAutomation(busy, CREATED), await startAutomation(other, CREATED)];
    await runSql(
      server,
      `insert into automation_run (tenant_id, automation_id, state, trigger, subject, started_at, ended_at)
       select $1, $2, 'done', 'created', 'Earlier', now(), now() from generate_series(1, $3::int)`,
      ...[busy.tenantId, id, RUNS_A_MINUTE],
    );
    await busy.call('customerCreate', { body: { name: 'Waits' } });
    await other.call('customerCreate', { body: { name: 'Goes' } });
    expect((await endedRuns(other, otherId)).map(({ state }) => state)).toEqual(['done']);
    const waiting = async () => (await runsOf(busy, id)).filter(({ state }) => state === 'waiting');
    await until(waiting, (runs) => runs.length === 1);
    await runSql(
      server,
      `update automation_run set started_at = now() - interval '2 minutes' where tenant_id = $1 and state = 'done'`,
      busy.tenantId,
    );
    await until(waiting, (runs) => runs.length === 0);
  });
});
