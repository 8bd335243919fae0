import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { entities } from '../../../generated/entities.ts';
import { widgets } from '../../../generated/widgets.ts';
import type { BoardRange } from '../../../runtime/board/widget/widget.ts';
import { formatMoment } from '../../../runtime/core/numbers/format.ts';
import { startDay } from '../../../runtime/core/time/timeWindow.ts';
import { contextOf } from '../../support/browser/widgetContext.ts';
import { ask } from '../../support/calls/ask.ts';
import {
  demoStations,
  ownBoard,
  seedDemoAgain,
  settleAlarms,
  statisticOf,
  variablesOf,
} from '../../support/calls/inside.ts';
import { runSql } from '../../support/calls/world.ts';
import { DEMO_MS } from '../../support/server/run/templates.ts';
import { type Client, login, startServer, type TestServer } from '../../support/server/server.ts';
import { readWidgetSums } from '../../support/telemetry/demoSums.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Waits while the server writes thirteen months. */
const FILLING = { interval: 500, timeout: DEMO_MS };

let server: TestServer;
let admin: Client;
/** The station that new users of the demo see. */
let first: (typeof demoStations)[number];

beforeAll(async () => {
  server = await startServer({ demo: true });
  admin = await login(server);
  const [shown] = await admin.call('stationsByDept', {});
  first = demoStations.find(({ site }) => site.sn === shown?.sn)!;
});
afterAll(() => server.stop());

const numbers = (text: string) => runSql<Record<string, number>>(server, text);

describe('the demo', () => {
  it('answers before its history is filled', async () => {
    const begun = await startServer({ demo: true, fresh: true });
    onTestFinished(() => begun.stop());
    const [row] = await runSql(
      begun,
      `select count(*) as stations from station where simulated and kind = 'fixed'`,
    );
    expect(row?.stations).toBe(demoStations.length);
    const { total } = await (await login(begun)).call('getCustomerList', { query: {} });
    expect(total).toBe(30);
  });

  it('has customers that match their definition', async () => {
    const { records } = await admin.call('getCustomerList', { query: { size: 200 } });
    const { required = [] } = entities.customer.schema;
    for (const record of records) for (const field of required) expect(record[field as 'name']).toBeTruthy();
    expect(new Set(records.map(({ state }) => state)).size).toBeGreaterThan(2);
  });

  it('has long leave that waits for the chosen colleague, and a draft that requires a choice', async () => {
    const [person] = await runSql<{ id: number }>(
      server,
      `select id from user_account where username = 'operator'`,
    );
    const reset = { id: Number(person!.id), confirm: 'I confirm', password: 'one of the test' };
    await admin.call('resetPassword', { body: reset });
    const operator = await login(server, 'operator', reset.password);
    const { records } = await operator.call('approvalPending');
    const chosen = records.find(({ step }) => step?.en === 'Confirmation by the substitute');
    expect(chosen).toMatchObject({ entity: 'leave', state: 'pending' });
    const { records: own } = await operator.call('leavePage', {
      query: {
        filter: JSON.stringify({
          and: [{ field: 'status', op: 'eq', value: 'draft' }, { op: 'participation' }],
        }),
      },
    });
    const draft = own.find(({ days }) => Number(days) > 10)!;
    const submitted = await ask(operator, 'recordSubmit', {
      path: { entity: 'leave', id: draft.id },
      body: { version: draft.version },
    });
    expect(submitted).toMatchObject({ status: 409, data: { choices: [{ step: 'deputy', people: null }] } });
  });

  it('is not created twice, and does not restore deleted records', async () => {
    const { records } = await admin.call('getCustomerList', { query: { size: 200 } });
    // The sales records are also complete by now.
    const lost = records.find(({ state }) => state === 'lost')!;
    await admin.call('customerDelete', { path: { id: lost.id } });
    await seedDemoAgain(server);
    expect((await admin.call('getCustomerList', { query: {} })).total).toBe(29);
  });

  it('fills thirteen months of the station that is shown first, and then runs it live', async () => {
    const { sn } = first.site;
    const behind = async () => {
      const [row] = await numbers(
        `select (state->>'ts')::float8 as ts from simulator_state where station_sn = '${sn}'`,
      );
      return Date.now() - (row?.ts ?? 0);
    };
    await expect.poll(behind, FILLING).toBeLessThanOrEqual(MINUTE_MS);
    const look = () =>
      numbers(
        `select (v.kind = 'counter')::int as counts, count(d.bucket) as days, extract(epoch from now() - max(l.ts))::float8 as age
         from device_variable v
         left join rollup_day d on d.tenant_id = v.tenant_id and d.variable_id = v.id
         left join latest l on l.tenant_id = v.tenant_id and l.variable_id = v.id
        where v.sn like '${sn}-%'
          -- Air conditioner and robot report only from now on; analyser, switchgear and cells have points from today.
          and v.sn not like all (array['${sn}-AC-%', '${sn}-ROB-%', '${sn}-PQ-%', '${sn}-SWG-%', '${sn}-BMU-%'])
          -- The test bench is switched off between tests.
          and v.sn not like '${sn}-TB-%'
        group by v.id, v.kind`,
      );
    // A live step stores its position before its points.
    const oldest = async () => Math.max(...(await look()).map(({ age }) => age!));
    await expect.poll(oldest, FILLING).toBeLessThan(60);
    const rows = await look();
    expect(rows.length).toBeGreaterThan(50);
    // Only counters have points of the year before.
    expect(Math.min(...rows.map(({ days }) => days!))).toBeGreaterThanOrEqual(62);
    const counters = rows.filter(({ counts }) => counts);
    expect(Math.min(...counters.map(({ days }) => days!))).toBeGreaterThanOrEqual(390);
    await settleAlarms(server);
    const [alarms] = await numbers(
      `select count(*) as count, count(recover_time) as recovered from alarm where station_sn = '${sn}'`,
    );
    expect(alarms?.count).toBeGreaterThan(10);
    expect(alarms?.recovered).toBeGreaterThan(5);
  });

  it('evaluates the power quality of each month, in which one evening was too high', async () => {
    // This station has the narrower voltage limits.
    const { sn: stationSn, zone } = demoStations.find(({ site }) => site.sn === 'SZ01')!.site;
    const day = new Date(Date.now());
    day.setUTCMonth(day.getUTCMonth() - 3, 15);
    const query = { stationSn, month: day.toISOString().slice(0, 'YYYY-MM'.length) };
    const read = async () => (await admin.call('qualityMonth', { query })).rows;
    const limited = async () => (await read()).filter(({ low, high }) => low !== null || high !== null);
    const judged = async () => (await limited()).filter(({ verdict }) => verdict !== 'unknown').length;
    const { length } = await limited();
    expect(length).toBeGreaterThan(10);
    await expect.poll(judged, FILLING).toBe(length);
    const voltage = (await read()).find(({ quantity }) => quantity === 'voltageDeviation')!;
    expect(voltage.samples).toBe(voltage.expected);
    expect(voltage.compliance).toBeLessThan(100);
    expect(voltage.compliance).toBeGreaterThan(95);
    expect(formatMoment(voltage.maxTime, 'minute', zone)).toMatch(/-12 (19|20):/);
  });

  it('has balanced energies of a day in its statistics', async () => {
    const { tenantId, site } = first;
    const sns = [
      'EMS-pvEnergy',
      'PCS-dischargeEnergy',
      'METER-importEnergy',
      'LOAD-energy',
      'PCS-chargeEnergy',
      'METER-exportEnergy',
      'EMS-lossEnergy',
    ].map((key) => `${site.sn}-${key}`);
    const to = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const series = await statisticOf(server, sns, {
      tenantId,
      method: 'DIFF',
      from: to - 7 * DAY_MS,
      to,
      bucket: 'day',
      zone: site.zone,
    });
    const [pv = 0, discharge = 0, gridImport = 0, ...uses] = series.map(({ value }) => value ?? 0);
    const gained = pv + discharge + gridImport;
    expect(gained).toBeGreaterThan(1_000);
    expect(Math.abs(gained - uses.reduce((sum, one) => sum + one, 0))).toBeLessThan(1);
  });

  it('shows the same sums in all widgets, over any hours', async () => {
    const { sn: stationSn, zone } = first.site;
    // Each window is in the past, so that no new points arrive in it during the test.
    const now = Date.now() - MINUTE_MS;
    const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
    const ranges: BoardRange[] = [
      'yesterday',
      { from: startDay(now, zone), to: now + 1 },
      // This window begins and ends within an hour, and includes price changes.
      { from: hour - 17 * HOUR_MS + 13 * MINUTE_MS, to: hour - 5 * HOUR_MS + 47 * MINUTE_MS },
    ];
    for (const range of ranges) {
      const sums = await readWidgetSums(admin, { ...contextOf({ stationSn, zone, range }), now });
      for (const [energy, own] of Object.entries(sums))
        expect(new Set(Object.values(own)).size, `${energy} of ${JSON.stringify([range, own])}`).toBe(1);
      expect(sums.load?.figure).toBeGreaterThan(0);
    }
  });
});

describe('the demo boards', () => {
  it("can be saved unchanged: the station's own board, one for each field of work, fleet, sales and receivables", async () => {
    const stationSn = first.site.sn;
    const boards = await admin.call('boardMine', { query: { stationSn } });
    expect(boards).toHaveLength(7);
    for (const { boardId } of boards) {
      const at = { ...(boardId !== null && { boardId }) };
      const { document, version } = await admin.call('kanbanGet', { path: { stationSn }, query: at });
      expect(document.texts?.length).toBeGreaterThan(3);
      const saved = await admin.call('kanbanSave', { body: { ...at, stationSn, document, version } });
      expect([saved.version, saved.document]).toEqual([version + 1, document]);
    }
  });

  it.each(demoStations.map((station) => [station.site.sn, station] as const))(
    '%s: known widgets on the grid, without overlap, over variables that exist',
    async (sn, station) => {
      const { widgets: placed, layouts } = ownBoard(station);
      const used = new Set<string>();
      for (const { id, type, config } of placed) {
        const definition = widgets[type as keyof typeof widgets];
        const known = Object.keys(definition.config.properties ?? {});
        expect(known).toEqual(expect.arrayContaining(Object.keys(config)));
        const item = layouts.lg.find(({ i }) => i === id)!;
        expect(item.w).toBeGreaterThanOrEqual(definition.size.minW ?? 1);
        expect(item.h).toBeGreaterThanOrEqual(definition.size.minH ?? 1);
        expect(item.x + item.w).toBeLessThanOrEqual(24);
        for (let x = item.x; x < item.x + item.w; x++)
          for (let y = item.y; y < item.y + item.h; y++) {
            expect(used.has(`${x},${y}`)).toBe(false);
            used.add(`${x},${y}`);
          }
      }
      const sns = [...JSON.stringify(placed).matchAll(new RegExp(`"(${sn}-[A-Z0-9]+-[A-Za-z]+)"`, 'g'))].map(
        ([, one]) => one!,
      );
      const variables = await variablesOf(server, [...new Set(sns)], station.tenantId);
      expect(variables).toHaveLength(new Set(sns).size);
    },
  );
});
