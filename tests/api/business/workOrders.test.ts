import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import type { Client } from '../../support/calls/client.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';
import { joinTenant, makeOperator, makeSite } from '../../support/telemetry/site.ts';

const DAY_MS = 86_400_000;
const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

let server: TestServer;
let operator: Client & { tenantId: number };

beforeAll(async () => {
  server = await sharedServer();
  operator = await makeOperator(server);
});
afterAll(() => server?.stop());

interface Wish {
  check?: string;
  type?: string;
  dueTime?: string;
  handlerId?: number;
}

async function makeOrder(stationSn: string, name: string, wish: Wish = {}) {
  const body = { name, stationSn, type: 'inspection', priority: 'normal', ...wish };
  return operator.call('siteWorksheetCreate', { body });
}

const move = (id: number, version: number, name: string, form?: object) =>
  operator.call('recordTransition', {
    path: { entity: 'siteWorksheet', id },
    body: { name, version, ...(form && { form }) },
  });

/** Accepts a work order that needs no check, and completes it. */
async function finish({ id, version }: { id: number; version: number }) {
  const started = await move(id, version, 'start');
  return move(id, Number(started.version), 'complete', { result: 'ok' });
}

describe('work orders by time', () => {
  const names = (orders: readonly { name: string }[]) => orders.map(({ name }) => name);
  const day = (days: number) => at(days).slice(0, 10);

  it('include orders due within days or moments, in this order, of one station or of all', async () => {
    const { station } = await makeSite(operator);
    const stationSn = station.sn;
    await makeOrder(stationSn, 'second', { dueTime: at(20.4) });
    await makeOrder(stationSn, 'first', { dueTime: at(20.1) });
    await makeOrder(stationSn, 'after', { dueTime: at(23) });
    const during = async (from?: string, to?: string) =>
      names(
        await operator.call('sheetsDuring', {
          query: { stationSn, ...(from && { from }), ...(to && { to }) },
        }),
      );
    expect(await during(at(20), at(21))).toEqual(['first', 'second']);
    expect(await during(day(20), day(21))).toEqual(['first', 'second']);
    expect(await during(at(20.2))).toEqual(['second', 'after']);
    expect(await during()).toEqual(['first', 'second', 'after']);
    expect((await ask(operator, 'sheetsDuring', { query: { from: 'soon' } })).status).toBe(400);
    const { total } = await operator.call('siteTaskList', { query: { stationSn } });
    expect(total).toBe(3);
  });

  it("list the caller's orders of today and of this month", async () => {
    const { station } = await makeSite(operator);
    const { createdBy } = await makeOrder(station.sn, 'whenever');
    const mine = { handlerId: Number(createdBy), dueTime: new Date().toISOString() };
    const { id } = await makeOrder(station.sn, 'mine', mine);
    await makeOrder(station.sn, 'of nobody', { dueTime: mine.dueTime });
    await makeOrder(station.sn, 'next year', { ...mine, dueTime: at(366) });
    expect(names(await operator.call('todayArrange'))).toEqual(['mine']);
    expect(names(await operator.call('monthArrange'))).toEqual(['mine']);
    expect(await operator.call('siteTask', { query: { id } })).toMatchObject({ name: 'mine' });
  });

  it('are reported when finished, and withdrawn with a reason', async () => {
    const { station } = await makeSite(operator);
    const stationSn = station.sn;
    const done = await makeOrder(stationSn, 'done', { check: 'none' });
    await finish(done);
    const open = await makeOrder(stationSn, 'open');
    const reports = (from: string) =>
      operator.call('siteTaskReports', { query: { stationSn, from, to: at(1) } });
    expect(names((await reports(at(-1))).records)).toEqual(['done']);
    expect((await reports(at(0.5))).total).toBe(0);
    const revoked = await operator.call('revokeTask', { body: { id: open.id, reason: 'twice' } });
    expect(revoked).toMatchObject({ status: 'revoked', revokeReason: 'twice' });
    expect((await ask(operator, 'revokeTask', { body: { id: open.id } })).status).toBe(400);
  });

  it('are refused without the permission, and never include orders of another tenant', async () => {
    const { station } = await makeSite(operator);
    await makeOrder(station.sn, 'ours', { dueTime: at(0) });
    const stranger = await makeOperator(server);
    const reader = await joinTenant(server, operator.tenantId, ['station:*']);
    for (const id of [
      'siteTaskList',
      'sheetsDuring',
      'siteTaskReports',
      'todayArrange',
      'monthArrange',
    ] as const)
      expect((await ask(reader, id)).status).toBe(403);
    expect(await stranger.call('sheetsDuring')).toEqual([]);
  });
});

describe('work orders on a board', () => {
  it('are sorted by due date, and include only open ones unless all are requested', async () => {
    const { station } = await makeSite(operator);
    const stationSn = station.sn;
    await makeOrder(stationSn, 'whenever');
    await makeOrder(stationSn, 'later', { dueTime: at(3) });
    await makeOrder(stationSn, 'late', { dueTime: at(-1) });
    const done = await makeOrder(stationSn, 'done', { dueTime: at(-2), check: 'none' });
    await finish(done);
    const open = await operator.call('boardOrderList', { query: { stationSn } });
    expect(open.records.map(({ name, overdue }) => [name, overdue])).toEqual([
      ['late', true],
      ['later', false],
      ['whenever', false],
    ]);
    const all = await operator.call('boardOrderList', { query: { stationSn, show: 'all', size: 2 } });
    expect(all.total).toBe(4);
    expect(all.records.map(({ name }) => name)).toEqual(['late', 'later']);
  });

  it('are counted by state and by type within the time range', async () => {
    const { station } = await makeSite(operator);
    const stationSn = station.sn;
    await makeOrder(stationSn, 'a', { type: 'repair', dueTime: at(-1) });
    await finish(await makeOrder(stationSn, 'b', { type: 'repair', check: 'none' }));
    const c = await makeOrder(stationSn, 'c');
    await move(c.id, c.version, 'revoke', { revokeReason: 'twice' });
    const query = { stationSn, from: at(-1), to: at(1) };
    expect(await operator.call('boardOrderTotal', { query })).toEqual({
      total: 3,
      pending: 1,
      processing: 0,
      waiting: 0,
      checking: 0,
      completed: 1,
      revoked: 1,
      overdue: 1,
    });
    expect(await operator.call('boardOrderType', { query })).toEqual([
      { type: 'repair', total: 2, open: 1 },
      { type: 'inspection', total: 1, open: 0 },
    ]);
    const before = { stationSn, from: at(-3), to: at(-2) };
    expect(await operator.call('boardOrderTotal', { query: before })).toMatchObject({ total: 0 });
    expect(await operator.call('boardOrderType', { query: before })).toEqual([]);
  });

  it('are moved only as their states allow, and store when they were finished', async () => {
    const { station } = await makeSite(operator);
    const order = await makeOrder(station.sn, 'once', { check: 'none' });
    const done = await finish(order);
    expect(Date.parse(String(done.finishedAt))).toBeGreaterThan(Date.now() - DAY_MS);
    const again = await ask(operator, 'recordTransition', {
      path: { entity: 'siteWorksheet', id: order.id },
      body: { name: 'start', version: Number(done.version) },
    });
    expect(again.status).toBeGreaterThanOrEqual(400);
  });

  it('are returned with their state at a past instant', async () => {
    const { station } = await makeSite(operator);
    const stationSn = station.sn;
    const done = await makeOrder(stationSn, 'done', { type: 'repair', dueTime: at(-1), check: 'none' });
    const before = new Date().toISOString();
    await finish(done);
    await makeOrder(stationSn, 'younger');
    const then = { stationSn, at: before };
    expect(await operator.call('boardOrderList', { query: then })).toMatchObject({
      records: [{ name: 'done', status: 'pending', overdue: true }],
      total: 1,
    });
    const window = { ...then, from: at(-1), to: at(1) };
    expect(await operator.call('boardOrderTotal', { query: window })).toMatchObject({ total: 1, pending: 1 });
    expect(await operator.call('boardOrderType', { query: window })).toEqual([
      { type: 'repair', total: 1, open: 1 },
    ]);
  });

  it('are hidden from other users: another tenant finds no station, and a missing permission is refused', async () => {
    const { station } = await makeSite(operator);
    await makeOrder(station.sn, 'ours');
    const query = { stationSn: station.sn, from: at(-1), to: at(1) };
    const stranger = await makeOperator(server);
    const reader = await joinTenant(server, operator.tenantId, ['station:*', 'kanban:get']);
    for (const id of ['boardOrderList', 'boardOrderTotal', 'boardOrderType'] as const) {
      const input = { query: id === 'boardOrderList' ? { stationSn: station.sn } : query };
      expect((await ask(stranger, id, input)).status).toBe(404);
      expect((await ask(reader, id, input)).status).toBe(403);
    }
    const need = {
      key: 'o',
      kind: 'call' as const,
      operation: 'boardOrderList',
      query: { stationSn: station.sn },
    };
    const { results } = await reader.call('boardQuery', { body: { stationSn: station.sn, needs: [need] } });
    expect(results).toMatchObject([{ ok: false }]);
    expect(results[0]).not.toHaveProperty('data');
  });
});
