/** Strategies are carried out: set points, limits, faults, manual control (S8, S9). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runSql } from '../../../support/calls/world.ts';
import { serveSteering } from '../../../support/devices/steering.ts';
import {
  answerTogether,
  type Bench,
  makeStorage,
  type StorageSite,
  startBench,
  steerSites,
  strategyBody,
} from '../../../support/devices/storage.ts';
import { makePerson, PASSWORD } from '../../../support/people/people.ts';
import { login } from '../../../support/server/server.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;

const {
  server,
  engineer,
  approver,
  site,
  bench,
  tenantId,
  count,
  read,
  move,
  issue,
  ofSite,
  history,
  events,
} = serveSteering('STE');

describe('an issued strategy', () => {
  it('is acknowledged and in force, with a line for each step', async () => {
    const id = await issue();
    await bench.step();
    expect(bench.heard).toEqual([200]);
    expect(await read(id)).toMatchObject({ state: 'issued', setPoint: 200, binding: 'strategy' });
    await bench.measure();
    await bench.step();
    expect(await read(id)).toMatchObject({ state: 'acknowledged' });
    await bench.step();
    expect(await read(id)).toMatchObject({ state: 'inForce', setPoint: 200 });
    expect(await history()).toMatchObject([
      {
        event: 'decision',
        power: 200,
        wish: 200,
        limit: 'strategy',
        status: 'acknowledged',
        soc: 50,
        grid: 300,
      },
      { event: 'acknowledged' },
      { event: 'begun' },
    ]);
    const [command, ...others] = await engineer.call('controlStatus', { query: { stationSn: site.sn } });
    expect(others).toEqual([]);
    expect(command).toMatchObject({ value: 200, state: 'acknowledged' });
    expect(command!.requestedBy).toMatch(/^ST\d{4}-\d{4} /);
  });

  it('is replaced by one of a higher priority, and returns when that one stops', async () => {
    await issue();
    const other = await issue({ name: 'Stronger', priority: 80, power: -100 });
    await bench.step();
    expect(bench.heard).toEqual([-100]);
    await move(other, 'stop');
    await bench.step();
    expect(bench.heard).toEqual([-100, 200]);
  });

  it('expires if no device accepted it on its day', async () => {
    bench.deaf = true;
    const id = await issue();
    await bench.step();
    await bench.step(Date.now() + 24 * HOUR_MS);
    expect(await read(id)).toMatchObject({ state: 'expired' });
    expect((await events()).at(-1)).toBe('expired');
  });

  it("is repeated if the converter rejects it, with the converter's answer in the history", async () => {
    bench.answer = '{"success":false,"error":"locked"}';
    const id = await issue();
    await bench.step();
    await bench.step();
    await bench.step(Date.now() + SECOND_MS);
    const lines = await history();
    expect(lines.map(({ event, status }) => [event, status])).toEqual([
      ['decision', 'rejected'],
      ['rejected', 'rejected'],
      ['decision', 'rejected'],
      ['rejected', 'rejected'],
      ['decision', 'requested'],
    ]);
    expect(lines[1]).toMatchObject({ note: bench.answer });
    expect(await read(id)).toMatchObject({ state: 'issued', setPoint: 200 });
  });

  it('creates a rule that reports a silent converter, once', async () => {
    await issue();
    await issue({ name: 'Again' });
    const { records } = await approver.call('alarmGeneraterPage', { query: ofSite() });
    expect(records).toMatchObject([
      { kind: 'noData', variableSn: `${site.pcs.sn}-power`, silentSeconds: 60 },
    ]);
  });
});

describe('the limits', () => {
  it('apply, and the line names the one that applied', async () => {
    const id = await issue();
    bench.values.soc = 8;
    await bench.measure();
    await bench.step();
    expect(await read(id)).toMatchObject({ setPoint: 0, binding: 'soc' });
    bench.values = { soc: 50, grid: 300, cellTemperatureMax: 55 };
    await bench.measure();
    await bench.step();
    expect(await read(id)).toMatchObject({ setPoint: 0, binding: 'cellTemperature' });
    bench.values.cellTemperatureMax = 30;
    await bench.measure();
    await bench.step();
    expect(await read(id)).toMatchObject({ setPoint: 200, binding: 'strategy' });
    const decided = (await history()).filter(({ limit }) => limit);
    expect(decided.map(({ event, limit }) => [event, limit])).toEqual([
      ['limit', 'soc'],
      ['limit', 'cellTemperature'],
      ['decision', 'strategy'],
    ]);
  });

  it('of the contracted demand allow only the remaining power', async () => {
    const id = await issue({ power: -400, limits: { demand: 480 } });
    bench.values.grid = 475;
    await bench.measure();
    await bench.step();
    expect(await read(id)).toMatchObject({ setPoint: -5, binding: 'demand' });
  });

  it('require 0 kW if the SOC is unknown', async () => {
    const id = await issue();
    await bench.step(Date.now() + 45 * SECOND_MS);
    expect(await read(id)).toMatchObject({ setPoint: 200 });
    bench.values.soc = null;
    // After a minute the last SOC is too old. The other values are still current.
    await bench.step(Date.now() + 61 * SECOND_MS);
    expect(await read(id)).toMatchObject({ setPoint: 0, binding: 'silent' });
    expect(bench.heard).toEqual([200, 0]);
    expect(await events()).toContain('silent');
  });

  it('require 0 kW if the converter is silent, also if it counts as offline', async () => {
    const id = await issue();
    await bench.step();
    await runSql(server, 'update device set enabled = false where sn = $1', site.pcs.sn);
    await bench.step(Date.now() + 61 * SECOND_MS);
    expect(bench.heard).toEqual([200, 0]);
    expect(await read(id)).toMatchObject({ setPoint: 0, binding: 'silent' });
    expect((await history()).at(-1)).toMatchObject({
      event: 'silent',
      power: 0,
      commandId: expect.any(Number),
    });
  });

  it('have a date even without changes, and are recorded once', async () => {
    const id = await issue();
    const now = Date.now();
    for (const seconds of [0, 1, 2, 3]) await bench.step(now + seconds * SECOND_MS);
    const { decidedAt, setPoint } = await read(id);
    expect([Date.parse(decidedAt!), setPoint]).toEqual([now + 3 * SECOND_MS, 200]);
    expect((await events()).filter((event) => event === 'decision')).toHaveLength(1);
  });

  it('prevent a block from running twice when the clock is set back', async () => {
    const id = await issue();
    const now = Date.now();
    await bench.step(now);
    await bench.step(now - HOUR_MS);
    expect(await read(id)).toMatchObject({ setPoint: 0, binding: 'clock' });
    await bench.measure();
    await bench.step(now + SECOND_MS);
    expect(await read(id)).toMatchObject({ setPoint: 200, binding: 'strategy' });
  });
});

describe('several stations', () => {
  let sites: StorageSite[];
  let benches: Bench[];
  let ids: number[];

  beforeEach(async () => {
    const others = [
      await makeStorage(approver, `STX${count()}`),
      await makeStorage(approver, `STY${count()}`),
    ];
    sites = [site, ...others];
    benches = [bench];
    for (const other of others) benches.push(await startBench(server, tenantId(), other));
    for (const one of benches) await one.measure();
    ids = [];
    for (const [index, one] of sites.entries()) ids.push(await issue({ power: 100 * (index + 1) }, one));
  });
  afterEach(() => Promise.all(benches.slice(1).map((one) => one.close())));

  const stepAll = () => steerSites(server, tenantId(), sites);

  it('get separate set points, each with a command, a line and an entry in the audit log', async () => {
    await stepAll();
    expect(benches.map(({ heard }) => heard)).toEqual([[100], [200], [300]]);
    for (const [index, one] of sites.entries()) {
      const power = 100 * (index + 1);
      const [command] = await engineer.call('controlStatus', { query: { stationSn: one.sn } });
      expect(command).toMatchObject({ deviceSn: one.pcs.sn, value: power });
      expect(await history(one)).toMatchObject([{ event: 'decision', power, commandId: command!.id }]);
      const strategy = await read(ids[index]!);
      expect(strategy).toMatchObject({ setPoint: power, binding: 'strategy' });
      expect(command!.requestedBy).toBe(`${strategy.number} ${strategy.name}`);
      const audited = await runSql(
        server,
        `select diff, user_id from audit_log where entity = 'device' and record_id = $1 and diff ? 'control/setpoint'`,
        String(one.pcs.id),
      );
      expect(audited).toEqual([{ diff: { 'control/setpoint': [null, power] }, user_id: null }]);
    }
  });

  it('are independent: one without a value waits, the others are controlled', async () => {
    await runSql(
      server,
      `update device_variable set max_value = 150 where sn = $1`,
      `${sites[2]!.pcs.sn}-setpoint`,
    );
    await runSql(server, 'update device set enabled = false where sn = $1', sites[1]!.pcs.sn);
    await stepAll();
    expect(benches.map(({ heard }) => heard)).toEqual([[100], [], [150]]);
    expect(await history(sites[1])).toMatchObject([{ event: 'silent', note: 'control.offline' }]);
    expect(await read(ids[1]!)).toMatchObject({ setPoint: null, binding: 'silent' });
    await stepAll();
    expect(await history(sites[1])).toHaveLength(1);
  });

  it('get their answers together: each from its own converter, and once', async () => {
    for (const one of benches) one.deaf = true;
    await stepAll();
    const commands = await Promise.all(
      sites.map(async ({ sn }) => (await engineer.call('controlStatus', { query: { stationSn: sn } }))[0]!),
    );
    const [first, second, third] = commands.map(({ id, deviceSn }) => ({ id, deviceSn }));
    const refused = '{"error":"locked"}';
    const accepted = '{"success":true}';
    await answerTogether(server, tenantId(), [
      { ...third!, payload: accepted },
      { ...second!, deviceSn: first!.deviceSn, payload: refused },
      { ...second!, payload: accepted },
      { ...second!, payload: refused },
      { ...first!, payload: refused },
      { ...first!, id: Number.NaN, payload: accepted },
    ]);
    const noted = await Promise.all(
      commands.map(async ({ id }) => (await engineer.call('controlStatus', { query: { id } }))[0]!),
    );
    expect(noted.map(({ state, answer }) => [state, answer])).toEqual([
      ['rejected', refused],
      ['acknowledged', accepted],
      ['acknowledged', accepted],
    ]);
  });

  it('are controlled even if one of them cannot be written', async () => {
    const refuse = `refuse_${count()}`;
    await runSql(
      server,
      `create function ${refuse}() returns trigger language plpgsql as $$ begin
         raise exception 'broken'; end $$`,
    );
    await runSql(
      server,
      `create trigger ${refuse} before insert on control_command for each row
         when (new.device_sn = '${sites[1]!.pcs.sn}') execute function ${refuse}()`,
    );
    await stepAll();
    await runSql(server, `drop function ${refuse} cascade`);
    expect(benches.map(({ heard }) => heard)).toEqual([[100], [], [300]]);
    expect(await read(ids[1]!)).toMatchObject({ state: 'issued', setPoint: null });
    await stepAll();
    expect(benches.map(({ heard }) => heard)).toEqual([[100], [200], [300]]);
  });
});

describe('several processes', () => {
  it('send nothing twice', async () => {
    await issue();
    await Promise.all([bench.step(), bench.step(), bench.step()]);
    expect(await engineer.call('controlStatus', { query: { stationSn: site.sn } })).toHaveLength(1);
    // The last of the parallel steps may already have recorded the answer.
    expect((await events()).filter((event) => event !== 'acknowledged')).toEqual(['decision']);
  });
});

describe('a user', () => {
  it('who controls the converter suspends the strategy for a time, and both states are visible', async () => {
    const id = await issue({ manualMinutes: 10 });
    await bench.step();
    await engineer.call('controlRequest', { body: { sn: `${site.pcs.sn}-setpoint`, value: -50 } });
    const now = Date.now();
    await bench.step(now);
    expect(bench.power).toBe(-50);
    const suspended = await read(id);
    expect(suspended).toMatchObject({ binding: 'manual', setPoint: -50 });
    expect(Date.parse(suspended.suspendedUntil!)).toBeGreaterThan(now + 9 * 60 * SECOND_MS);
    expect((await history()).at(-1)).toMatchObject({
      event: 'manual',
      power: -50,
      userId: expect.any(Number),
    });
    await move(id, 'resume');
    await bench.step();
    expect(bench.power).toBe(200);
    expect(await events()).toContain('resumed');
  });

  it('who suspends it keeps the battery idle until then', async () => {
    const id = await issue();
    await bench.step();
    const suspendedUntil = new Date(Date.now() + HOUR_MS).toISOString();
    await move(id, 'suspend', { suspendedUntil, reason: 'Work at the cabinet' });
    await bench.step();
    expect(bench.heard).toEqual([200, 0]);
    expect(await read(id)).toMatchObject({ binding: 'manual', suspendedUntil });
  });

  it('without the permission to control cannot use a strategy either', async () => {
    const { username } = await makePerson(server, [tenantId()], { role: 'finance' });
    const reader = await login(server, username, PASSWORD);
    await expect(reader.call('strategyConfigCreate', { body: strategyBody(site) })).rejects.toMatchObject({
      status: 403,
    });
  });
});
