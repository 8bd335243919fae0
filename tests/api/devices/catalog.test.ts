import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ingestPoints, makeCatalog } from '../../support/calls/inside.ts';
import { changeRows, deleteRows, readRows, runSql } from '../../support/calls/world.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';
import { seedSite } from '../../support/telemetry/telemetry.ts';

const TENANT = 1;

let server: TestServer;
let own: ReturnType<typeof makeCatalog>;
let catalog: typeof own.catalog;

beforeAll(async () => {
  server = await startServer();
  const site = { tenantId: TENANT, station: 's1', zone: 'UTC' };
  for (const device of ['a', 'b', 'c'])
    await seedSite(server, {
      ...site,
      device,
      token: `token-${device}`,
      variables: [{ code: 'x' }, { code: 'y' }],
    });
  await ingestPoints(server, [{ tenantId: TENANT, sn: 'a-x', ts: Date.UTC(2026, 5, 1), value: 7 }]);
  own = makeCatalog(server, 4);
  ({ catalog } = own);
});

afterAll(async () => {
  catalog?.close();
  await server?.stop();
});

async function queriesOf(run: () => Promise<unknown>): Promise<number> {
  const before = own.queries();
  await run();
  return own.queries() - before;
}

const variableIdOf = async (sn: string) =>
  Number((await readRows<{ id: string }>(server, 'device_variable', ['id'], { sn }))[0]!.id);

const change = (entity: string, id: number, what: 'create' | 'update' | 'delete' = 'update'): void =>
  own.tell({ type: 'entity', entity, tenantId: TENANT, id, do: what });

describe('the catalogue', () => {
  it('loads devices that are requested together in one query, with their latest values', async () => {
    expect(
      await queriesOf(() =>
        Promise.all([
          catalog.byDeviceSn(TENANT, 'a'),
          catalog.byToken('token-b'),
          catalog.byDeviceSn(TENANT, 'a'),
        ]),
      ),
      // Two queries per batch, and one for the token.
    ).toBeLessThanOrEqual(5);
    expect(own.latest).toMatchObject([{ value: 7, ts: Date.UTC(2026, 5, 1) }]);
    expect(await queriesOf(() => catalog.variables(TENANT, ['a-x', 'b-y']))).toBe(0);
    expect((await catalog.variables(TENANT, ['b-y', 'nobody', 'a-x'])).map(({ sn }) => sn)).toEqual([
      'b-y',
      'a-x',
    ]);
  });

  it('removes only the changed device from its cache', async () => {
    await changeRows(server, 'device_variable', { sn: 'a-x' }, { unit: 'kW' });
    change('deviceVariable', await variableIdOf('a-x'));
    // The only query finds the device of the change.
    expect(await queriesOf(() => catalog.byDeviceSn(TENANT, 'b'))).toBe(1);
    expect((await catalog.byDeviceSn(TENANT, 'a'))?.variables.get('x')?.unit).toBe('kW');
    expect((await catalog.variables(TENANT, ['a-x']))[0]?.unit).toBe('kW');
  });

  it('follows a variable that is added, moved to another device, or deleted', async () => {
    await runSql(
      server,
      `insert into device_variable (tenant_id, sn, device_sn, code, name, kind, data_type)
      values (1, 'a-z', 'a', 'z', 'z', 'gauge', 'number')`,
    );
    const id = await variableIdOf('a-z');
    change('deviceVariable', id, 'create');
    expect((await catalog.byDeviceSn(TENANT, 'a'))?.variables.has('z')).toBe(true);
    await changeRows(server, 'device_variable', { sn: 'a-z' }, { device_sn: 'b' });
    change('deviceVariable', id);
    expect((await catalog.byDeviceSn(TENANT, 'a'))?.variables.has('z')).toBe(false);
    expect((await catalog.byDeviceSn(TENANT, 'b'))?.variables.has('z')).toBe(true);
    await deleteRows(server, 'device_variable', { sn: 'a-z' });
    change('deviceVariable', id, 'delete');
    expect((await catalog.byDeviceSn(TENANT, 'b'))?.variables.has('z')).toBe(false);
    expect(await catalog.variables(TENANT, ['a-z'])).toEqual([]);
  });

  it('does not cache data that changed during the read', async () => {
    catalog.forget(TENANT);
    const reading = catalog.byDeviceSn(TENANT, 'a');
    await new Promise((resolve) => setImmediate(resolve));
    await changeRows(server, 'device_variable', { sn: 'a-x' }, { unit: 'MW' });
    change('deviceVariable', await variableIdOf('a-x'));
    await reading;
    expect((await catalog.byDeviceSn(TENANT, 'a'))?.variables.get('x')?.unit).toBe('MW');
  });

  it('is limited: the oldest device is removed', async () => {
    catalog.forget(TENANT);
    for (const sn of ['a', 'b', 'c']) await catalog.byDeviceSn(TENANT, sn);
    expect(await queriesOf(() => Promise.all(['b', 'c'].map((sn) => catalog.byDeviceSn(TENANT, sn))))).toBe(
      0,
    );
    expect(await queriesOf(() => catalog.byDeviceSn(TENANT, 'a'))).toBeGreaterThan(0);
  });

  it('finds a device of a station by its name, and reports several matches', async () => {
    await changeRows(server, 'device', { sn: 'a' }, { name: 'Meter' });
    expect(await catalog.byName(TENANT, 's1', 'Meter')).toMatchObject({ device: { sn: 'a' } });
    expect(await catalog.byName(TENANT, 's2', 'Meter')).toBeNull();
    await changeRows(server, 'device', { sn: 'b' }, { name: 'Meter' });
    const rows = await readRows<{ id: string }>(server, 'device', ['id'], { sn: 'b' });
    change('device', Number(rows[0]!.id));
    expect(await catalog.byName(TENANT, 's1', 'Meter')).toBe('several');
    expect(await catalog.byName(TENANT, 's1', 'nobody')).toBeNull();
  });
});
