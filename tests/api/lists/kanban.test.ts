import { describe, expect, it } from 'vitest';
import type { components } from '../../../generated/api.ts';
import { ask } from '../../support/calls/ask.ts';
import type { Client } from '../../support/calls/client.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { changeRows, runSql } from '../../support/calls/world.ts';
import { joinTenant, makeSite, send } from '../../support/telemetry/site.ts';

type HistorySeries = components['schemas']['HistorySeries'];

const { server, operator, stranger } = serveOperators();

const board = (title: string) => ({
  version: 1,
  widgets: [{ id: 'a', type: 'keyData', version: 1, config: { titleName: title } }],
  layouts: { lg: [{ i: 'a', x: 0, y: 0, w: 6, h: 4 }] },
});

describe('the board of a station', () => {
  it('is empty at first, and every save creates a version with its author', async () => {
    const { station } = await makeSite(operator);
    const stationSn = station.sn;
    const path = { stationSn };
    expect(await operator.call('kanbanGet', { path })).toMatchObject({
      version: 0,
      document: { widgets: [] },
      updatedBy: null,
    });
    const first = await operator.call('kanbanSave', {
      body: { stationSn, version: 0, document: board('one') },
    });
    expect(first).toMatchObject({ version: 1, document: board('one') });
    expect(first.updatedBy).toMatch(/^Person/);
    const between = new Date().toISOString();
    await operator.call('kanbanSave', { body: { stationSn, version: 1, document: board('two') } });
    expect(await operator.call('kanbanGet', { path })).toMatchObject({ version: 2, document: board('two') });
    const then = (at: string) => operator.call('kanbanGet', { path, query: { at } });
    expect(await then(between)).toMatchObject({ version: 1, document: board('one'), note: null });
    // No version existed at this time, so the current one is returned.
    expect(await then('2020-01-01T00:00:00Z')).toMatchObject({ version: 2, document: board('two') });
    const versions = await operator.call('kanbanVersions', { path });
    expect(versions.records.map(({ version, widgetAmount }) => [version, widgetAmount])).toEqual([
      [2, 1],
      [1, 1],
    ]);
    expect((await operator.call('kanbanVersion', { path: { stationSn, version: 1 } })).document).toEqual(
      board('one'),
    );
  });

  it('keeps the last version of each month, however many were saved since', async () => {
    const { station } = await makeSite(operator);
    const stationSn = station.sn;
    const save = (version: number) =>
      operator.call('kanbanSave', { body: { stationSn, version, document: board(`${version + 1}`) } });
    for (let version = 0; version < 3; version++) await save(version);
    await runSql(
      server,
      `update site_kanban_version set saved_at = case version when 3 then '2026-09-05'::timestamptz else '2026-08-05' end
        where station_sn = $1`,
      stationSn,
    );
    for (let version = 3; version < 105; version++) await save(version);
    const { total, records } = await operator.call('kanbanVersions', {
      path: { stationSn },
      query: { size: 200 },
    });
    expect([total, ...records.slice(-3).map(({ version }) => version)]).toEqual([102, 6, 3, 2]);
    const at = '2026-08-31T12:00:00Z';
    const record = await operator.call('kanbanGet', { path: { stationSn }, query: { at } });
    expect(record).toMatchObject({ version: 2, document: board('2') });
  });

  it('returns the figures of a widget as a file, also for meters with different times', async () => {
    const rows = Array.from({ length: 25_000 }, (_, at) => [Date.UTC(2026, 0, 1) + at * 1000, at, null]);
    const columns = ['Time', 'A', 'B'].map(
      (title, at) => ({ title, kind: at === 0 ? 'time' : 'number' }) as const,
    );
    for (const format of ['csv', 'xlsx'] as const) {
      const body = { format, zone: 'UTC', tables: [{ title: 'T', columns, rows }] };
      const answer = await operator.request('boardTable', { body });
      expect(answer.status).toBe(200);
      const file = await answer.arrayBuffer();
      if (format === 'csv') expect(new TextDecoder().decode(file).trimEnd().split('\n')).toHaveLength(25_001);
      else expect(file.byteLength).toBeGreaterThan(100_000);
    }
  });

  it('lists the author and reason of each version, and restores an earlier one as a new one', async () => {
    const { station } = await makeSite(operator);
    const stationSn = station.sn;
    const save = (version: number, title: string, note?: string) =>
      operator.call('kanbanSave', { body: { stationSn, version, document: board(title), note } });
    expect(await save(0, 'one', ' First draft ')).toMatchObject({ note: 'First draft', mayEdit: true });
    expect(await save(1, 'two')).toMatchObject({ version: 2, note: null, boardId: null });
    const restore = (version: number, current: number) =>
      ask(operator, 'kanbanRestore', { body: { stationSn, version, current } });
    expect(await restore(1, 1)).toMatchObject({ status: 409, data: { version: 2, document: board('two') } });
    expect(await restore(7, 2)).toMatchObject({ status: 404 });
    expect(await restore(1, 2)).toMatchObject({
      status: 200,
      data: { version: 3, document: board('one'), note: 'Restored from version 1' },
    });
    const { records } = await operator.call('kanbanVersions', { path: { stationSn } });
    expect(records.map(({ version, note }) => [version, note])).toEqual([
      [3, 'Restored from version 1'],
      [2, null],
      [1, 'First draft'],
    ]);
    expect(records[0]?.savedBy).toMatch(/^Person/);
    expect(
      (await ask(stranger, 'kanbanRestore', { body: { stationSn, version: 1, current: 3 } })).status,
    ).toBe(404);
    const long = { stationSn, version: 3, document: board('x'), note: 'a'.repeat(201) };
    expect((await ask(operator, 'kanbanSave', { body: long })).status).toBe(400);
  });

  it('keeps tabs and locks', async () => {
    const { station } = await makeSite(operator);
    const { widgets, layouts } = board('one');
    const document = {
      ...{ version: 2, tabs: [{ id: 't', title: 'First' }], layouts },
      widgets: widgets.map((widget) => ({ ...widget, tab: 't', locked: true })),
    };
    const body = { stationSn: station.sn, version: 0, document };
    expect((await operator.call('kanbanSave', { body })).document).toEqual(document);
  });

  it('keeps the last hundred versions', async () => {
    const { station } = await makeSite(operator);
    const stationSn = station.sn!;
    await operator.call('kanbanSave', { body: { stationSn, version: 0, document: board('first') } });
    await runSql(
      server,
      `insert into site_kanban_version (tenant_id, station_sn, version, document)
        select tenant_id, station_sn, n, document from site_kanban, generate_series(2, 100) n
         where station_sn = $1`,
      stationSn,
    );
    await changeRows(server, 'site_kanban', { station_sn: stationSn }, { version: 100 });
    await operator.call('kanbanSave', { body: { stationSn, version: 100, document: board('last') } });
    const { total } = await operator.call('kanbanVersions', { path: { stationSn } });
    expect(total).toBe(100);
    expect((await ask(operator, 'kanbanVersion', { path: { stationSn, version: 1 } })).status).toBe(404);
    expect((await ask(operator, 'kanbanVersion', { path: { stationSn, version: 2 } })).status).toBe(200);
  });

  it('is saved by one of many in parallel; the others get the current version', async () => {
    const { station } = await makeSite(operator);
    const stationSn = station.sn;
    for (const version of [0, 1]) {
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          ask(operator, 'kanbanSave', {
            body: { stationSn, version, document: board(`${version} ${index}`) },
          }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([
        200,
        ...Array.from({ length: 7 }, () => 409),
      ]);
      const winner = answers.find(({ status }) => status === 200);
      for (const { status, data } of answers)
        if (status === 409) expect(data.document).toEqual(winner?.data.document);
    }
  });

  it('stores entered text as text, and refuses prototypes and invalid documents', async () => {
    const { station } = await makeSite(operator);
    const stationSn = station.sn;
    const script = '<img src=x onerror=alert(1)>';
    const saved = await operator.call('kanbanSave', {
      body: { stationSn, version: 0, document: board(script) },
    });
    expect(saved.document.widgets[0]?.config).toEqual({ titleName: script });
    const bad = {
      ...board('x'),
      widgets: [{ id: 'a', type: 'keyData', version: 1, config: { constructor: { prototype: 1 } } }],
    };
    expect(
      (await ask(operator, 'kanbanSave', { body: { stationSn, version: 1, document: bad } })).status,
    ).toBe(400);
    const unplaced = { ...board('x'), layouts: { lg: [{ i: 'b', x: 0, y: 0, w: 1, h: 1 }] } };
    expect(
      (await ask(operator, 'kanbanSave', { body: { stationSn, version: 1, document: unplaced } })).status,
    ).toBe(400);
  });

  it('is invisible to another tenant, and read-only without the permission to change it', async () => {
    const { station } = await makeSite(operator);
    const stationSn = station.sn;
    await operator.call('kanbanSave', { body: { stationSn, version: 0, document: board('ours') } });
    expect((await ask(stranger, 'kanbanGet', { path: { stationSn } })).status).toBe(404);
    expect(
      (await ask(stranger, 'kanbanSave', { body: { stationSn, version: 0, document: board('theirs') } }))
        .status,
    ).toBe(404);
    expect((await ask(stranger, 'boardQuery', { body: { stationSn, needs: [] } })).status).toBe(404);
    const reader = await joinTenant(server, operator.tenantId, ['kanban:get']);
    expect((await reader.call('kanbanGet', { path: { stationSn } })).version).toBe(1);
    expect(
      (await ask(reader, 'kanbanSave', { body: { stationSn, version: 1, document: board('x') } })).status,
    ).toBe(403);
  });
});

describe('a refresh of a board', () => {
  it('answers all kinds of needs together, in their order', async () => {
    const { station, device, variable } = await makeSite(operator);
    const sns = [variable.sn!];
    expect((await send(server.url, device, { power: 42.5 })).status).toBe(200);
    const window = {
      from: new Date(Date.now() - 3_600_000).toISOString(),
      to: new Date(Date.now() + 60_000).toISOString(),
    };
    const { results } = await operator.call('boardQuery', {
      body: {
        stationSn: station.sn,
        needs: [
          { key: 'r', kind: 'realtime', sns },
          { key: 's', kind: 'statistic', sns, method: 'MAX', bucket: 'total', ...window },
          { key: 'h', kind: 'history', sns, maxPoints: 100, ...window },
          { key: 'd', kind: 'stationDetails' },
          { key: 'c', kind: 'stationStatus' },
          { key: 'a', kind: 'alarms', status: '0,1', current: 1, size: 5 },
        ],
      },
    });
    expect(results.map(({ key, ok }) => [key, ok])).toEqual(
      ['r', 's', 'h', 'd', 'c', 'a'].map((key) => [key, true]),
    );
    expect(results[0]?.data).toMatchObject([
      { sn: sns[0], data: 42.5, unit: 'kW', name: 'Power', stale: false },
    ]);
    expect(results[1]?.data).toMatchObject([{ sn: sns[0], value: 42.5, unit: 'kW' }]);
    expect(
      results
        .flatMap(({ key, data }) => (key === 'h' ? (data as HistorySeries[]) : []))
        .map(({ points }) => points.map(([, value]) => value)),
    ).toEqual([[42.5]]);
    expect(results[3]?.data).toMatchObject({ name: station.name });
    expect(results[4]?.data).toMatchObject({ communicationStatus: 1 });
    expect(results[5]?.data).toMatchObject({ records: [], total: 0, current: 1, size: 5 });
  });

  it('reports the failure of each need separately, and reveals no variables of other tenants', async () => {
    const { variable, station } = await makeSite(operator);
    const theirs = await makeSite(stranger);
    const { results } = await operator.call('boardQuery', {
      body: {
        stationSn: station.sn,
        needs: [
          {
            key: 'bad',
            kind: 'history',
            sns: [variable.sn!],
            from: '2026-02-01T00:00:00Z',
            to: '2026-01-01T00:00:00Z',
            maxPoints: 10,
          },
          { key: 'good', kind: 'stationDetails' },
          { key: 'theirs', kind: 'realtime', sns: [theirs.variable.sn!] },
        ],
      },
    });
    expect(results[0]).toMatchObject({ key: 'bad', ok: false });
    expect(results[0]?.code).toBeGreaterThan(0);
    expect(results[1]).toMatchObject({ key: 'good', ok: true });
    expect(results[2]).toMatchObject({ key: 'theirs', ok: true, data: [] });
  });

  it("runs a call that is open to boards with the person's permissions, and no other call", async () => {
    const { station } = await makeSite(operator);
    const charge = (path: object, query = {}) => ({
      key: 'charge',
      kind: 'call' as const,
      operation: 'stationCharge',
      path: path as Record<string, unknown>,
      query,
    });
    const round = async (client: Client, need: ReturnType<typeof charge>) => {
      const { results } = await client.call('boardQuery', {
        body: { stationSn: station.sn!, needs: [need] },
      });
      return results[0];
    };
    const own = await operator.call('stationCharge', { path: { sn: station.sn! } });
    expect(await round(operator, charge({ sn: station.sn }))).toMatchObject({ ok: true, data: own });
    const reader = await joinTenant(server, operator.tenantId, ['kanban:get']);
    expect(await round(reader, charge({ sn: station.sn }))).toMatchObject({ ok: false, code: 40301 });
    expect(await round(operator, charge({ sn: station.sn }, { nothing: 1 }))).toMatchObject({
      ok: false,
      code: 40001,
    });
    const closed = { ...charge({}), operation: 'userPage' };
    expect(await round(operator, closed)).toMatchObject({ ok: false, code: 40094 });
  });

  it('is refused with more than 500 needs or 2000 variables', async () => {
    const { station } = await makeSite(operator);
    const need = (index: number) => ({ key: `k${index}`, kind: 'stationDetails' });
    const many = Array.from({ length: 501 }, (_, index) => need(index));
    expect((await ask(operator, 'boardQuery', { body: { stationSn: station.sn, needs: many } })).status).toBe(
      400,
    );
    const sns = Array.from({ length: 1001 }, (_, index) => `v${index}`);
    const wide = ['a', 'b'].map((key) => ({ key, kind: 'realtime', sns }));
    expect(await ask(operator, 'boardQuery', { body: { stationSn: station.sn, needs: wide } })).toMatchObject(
      {
        status: 400,
        msg: 'At most 2000 variables can be requested at once',
      },
    );
  });
});
