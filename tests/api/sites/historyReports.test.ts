/** Report groups, their figures, and the reports that are made of them and stored (C758–C763). */
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import type { Client } from '../../support/calls/client.ts';
import { ingestPoints, keepReportsAt } from '../../support/calls/inside.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';
import { joinTenant, makeOperator, makeSite, type Site } from '../../support/telemetry/site.ts';

const HOUR = 3_600_000;
/** Midnight of 1 March 2026 in Shanghai. */
const MARCH = Date.parse('2026-03-01T00:00:00+08:00');
const march = (day: number, hour = 0) => MARCH + ((day - 1) * 24 + hour) * HOUR;
const at = (day: number) => `2026-03-${String(day).padStart(2, '0')} 00:00:00.000`;

let server: TestServer;
let operator: Client & { tenantId: number };
let stranger: Client;
let site: Site;
let counter: string;
let groupId: number;

beforeAll(async () => {
  server = await sharedServer();
  operator = await makeOperator(server);
  stranger = await makeOperator(server);
  site = await makeSite(operator, 'REP');
  const made = await operator.call('deviceVariableCreate', {
    body: {
      ...{ deviceSn: site.device.sn, code: 'import', name: 'Imported', unit: 'kWh' },
      ...{ dataType: 'number', kind: 'counter', decimals: 1 },
    },
  });
  counter = made.sn!;
  const { tenantId } = operator;
  const points = [];
  // A counter that grows by 2 kWh per hour for two days. The second day lacks its last six hours.
  for (let hour = 0; hour <= 42; hour += 1)
    points.push({ tenantId, sn: counter, ts: march(1, hour), value: 100 + 2 * hour });
  for (let hour = 0; hour < 24; hour += 1)
    points.push({ tenantId, sn: site.variable.sn!, ts: march(1, hour), value: hour });
  await ingestPoints(server, points);
  const group = await operator.call('reportGroupAdd', {
    body: {
      ...{ stationSn: 'REP', name: 'Energy', sns: [counter, site.variable.sn!] },
      ...{ method: 'DIFF', period: 'DAY' },
    },
  });
  groupId = group.id;
});
afterAll(() => server?.stop());

const fileOf = async (format: 'xlsx' | 'pdf'): Promise<{ type: string | null; bytes: Buffer }> => {
  const query = { from: at(1), to: at(3), interval: 'day' as const, format };
  const answer = await operator.request('reportTableFile', {
    ...{ path: { id: groupId }, query },
    headers: { 'accept-language': 'en' },
  });
  return { type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) };
};
const table = (client: Client = operator, interval: 'hour' | 'day' = 'day') =>
  client.call('reportTable', { path: { id: groupId }, query: { from: at(1), to: at(3), interval } });

describe('a report group', () => {
  it('has a row per day, the totals of its window, and the values behind them', async () => {
    const found = await table();
    expect(found).toMatchObject({ title: 'Energy', zone: 'Asia/Shanghai', method: 'DIFF', interval: 'day' });
    expect(found.time_keys).toEqual(['2026-03-01T00:00:00.000+08:00', '2026-03-02T00:00:00.000+08:00']);
    const [energy, power] = found.lines;
    // The reading of midnight belongs to the next day: 23 and then 19 steps of 2 kWh.
    expect(energy).toMatchObject({ datas: [46, 38], total: 84, samples: 43, missing: false });
    expect(energy!.completeness).toBe(89.5);
    expect(power).toMatchObject({ datas: [23, null], total: 23, samples: 24, completeness: 50 });
    expect(found.completeness).toBe(69.7);
  });

  it('has the same figures in its trend, as a workbook and as a document', async () => {
    const query = { groupId, from: at(1), to: at(3) };
    const trend = await operator.call('reportTrend', { path: { id: site.station.id }, query });
    expect(trend.lines).toEqual((await table()).lines);
    const [figures, facts] = await readXlsx((await fileOf('xlsx')).bytes);
    expect(figures!.data.slice(1)).toEqual([
      ['2026-03-01', 46, 23],
      ['2026-03-02', 38, null],
      ['Total', 84, 23],
    ]);
    expect(facts!.data.flat()).toContain('Asia/Shanghai');
    const paper = await fileOf('pdf');
    expect(paper.type).toBe('application/pdf');
    expect(paper.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('is refused for a window that ends before it begins, too many rows, and lines without a user', async () => {
    const path = { id: groupId };
    const bad = { from: at(3), to: at(1) };
    expect((await ask(operator, 'reportTable', { path, query: bad })).status).toBe(400);
    const long = { from: '2025-06-01 00:00:00', to: at(1), interval: 'hour' as const };
    expect((await ask(operator, 'reportTable', { path, query: long })).status).toBe(422);
    const none = { from: at(1), to: at(3) };
    const station = { id: site.station.id };
    expect((await ask(operator, 'reportTrend', { path: station, query: none })).status).toBe(400);
    const trend = await operator.call('reportTrend', { path: station, query: { ...none, sns: 'NOT-THERE' } });
    expect(trend.lines).toMatchObject([{ sn: 'NOT-THERE', missing: true, total: null, completeness: null }]);
  });

  it('is hidden from other users, and excludes variables that its reader may not see', async () => {
    await expect(table(stranger)).rejects.toMatchObject({ status: 404 });
    const path = { id: site.station.id };
    await expect(stranger.call('reportGroupsOfStation', { path })).rejects.toMatchObject({ status: 404 });
    expect(await operator.call('reportGroupsOfStation', { path })).toMatchObject([{ name: 'Energy' }]);
    const reader = await joinTenant(server, operator.tenantId, ['station:list', 'reportGroup:list']);
    await expect(table(reader)).rejects.toMatchObject({ status: 403 });
  });
});

describe('the job of reports', () => {
  const countReports = async () => (await operator.call('historyReportPage', {})).total;
  /** Runs the job this number of times in parallel. Returns the number of new reports of this tenant only. */
  const createAt = async (now: number, times = 1): Promise<number> => {
    const before = await countReports();
    await Promise.all(Array.from({ length: times }, () => keepReportsAt(server, now)));
    return (await countReports()) - before;
  };

  it('stores each ended day once, notifies its people, and waits for late data', async () => {
    const mail = await operator.call('userPage', { query: { size: 1 } });
    const group = await operator.call('reportGroupGet', { path: { id: groupId } });
    const { version } = await operator.call('reportGroupChange', {
      path: { id: groupId },
      body: { version: group.version, mail: [mail.records[0]!.id] },
    });
    const named = { id: groupId, version, name: 'Energy' };
    expect(await operator.call('reportGroupUpdate', { body: named })).toMatchObject({ name: 'Energy' });
    expect((await operator.call('reportGroupPage', {})).total).toBe(1);
    const created = Date.parse(String(group.createdAt));
    const dayAfter = (days: number) => created + days * 24 * HOUR;
    // No value has arrived since the end of that day, so the job waits for another day.
    expect(await createAt(dayAfter(1))).toBe(0);
    const made = await createAt(dayAfter(3), 2);
    expect(made).toBeGreaterThan(0);
    expect(await createAt(dayAfter(3))).toBe(0);
    const { records } = await operator.call('historyReportPage', { query: { size: 50 } });
    expect(new Set(records.map(({ firstDay }) => firstDay)).size).toBe(made);
    const [latest] = records;
    expect(latest).toMatchObject({ name: 'Energy', stationSn: 'REP', period: 'DAY' });
    const path = { id: latest!.id };
    expect(await operator.call('historyReportGet', { path })).toMatchObject({ groupId });
    const stored = await operator.call('historyReportTable', { path: { id: latest!.id } });
    expect(stored).toMatchObject({ interval: 'hour', method: 'DIFF' });
    expect(stored.lines[0]).toMatchObject({ sn: counter, total: null, samples: 0 });
    const file = await operator.request('historyReportFile', {
      path: { id: latest!.id },
      query: { format: 'xlsx' },
    });
    expect(file.status).toBe(200);
  });

  it('keeps existing reports when the group is deleted, and does not recreate a deleted report', async () => {
    const { records } = await operator.call('historyReportPage', { query: { size: 50 } });
    const [first] = records;
    await operator.call('historyReportDelete', { path: { id: first!.id } });
    const group = await operator.call('reportGroupGet', { path: { id: groupId } });
    const later = Date.parse(String(group.createdAt)) + 3 * 24 * HOUR;
    expect(await createAt(later)).toBe(0);
    await operator.call('reportGroupRemove', { path: { id: groupId } });
    expect(await createAt(later + 5 * 24 * HOUR)).toBe(0);
    expect((await operator.call('historyReportPage', {})).total).toBe(records.length - 1);
  });
});
