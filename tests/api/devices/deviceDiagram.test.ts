/** Wiring diagrams are drawn, protected by permissions, shown with live values, and exported (C147–C150). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeOperator, makeSite, type Site, send } from '../../support/telemetry/site.ts';

let server: TestServer;
let operator: Client & { tenantId: number };
let stranger: Client;
let site: Site;
let stateSn: string;
let powerSn: string;

beforeAll(async () => {
  server = await sharedServer();
  operator = await makeOperator(server);
  stranger = await makeOperator(server);
  site = await makeSite(operator, 'DGA');
  const variable = { deviceSn: site.device.sn, dataType: 'number' as const, kind: 'gauge' as const };
  const made = await operator.call('deviceVariableCreate', {
    body: { ...variable, code: 'qf1', name: 'QF1', unit: '' },
  });
  stateSn = made.sn ?? '';
  const { records } = await operator.call('variablesFound', { query: { stationSn: 'DGA', search: 'power' } });
  powerSn = records[0]?.sn ?? '';
});
afterAll(() => server?.stop());

const at = (x: number, y: number) => ({ x, y, turn: 0, closedValue: 1 });
/** Returns a grid connected through a breaker to a busbar with a load. */
const drawing = () => ({
  stationSn: 'DGA',
  symbols: [
    { key: 'grid', kind: 'grid' as const, name: 'Grid', ...at(0, 0) },
    { key: 'q1', kind: 'breaker' as const, name: 'QF1', ...at(0, 80), stateSn },
    { key: 'bar', kind: 'busbar' as const, name: '10 kV', ...at(0, 160), length: 200 },
    { key: 'load', kind: 'load' as const, name: '<b>负荷</b>', ...at(0, 220), valueSns: [powerSn] },
  ],
  wires: [
    { from: 'grid', fromPort: 0, to: 'q1', toPort: 0 },
    { from: 'q1', fromPort: 1, to: 'bar', toPort: 2 },
    { from: 'bar', fromPort: 3, to: 'load', toPort: 0 },
  ],
});
const make = (name: string) => operator.call('deviceDiagramSave', { body: { ...drawing(), name } });
const read = (id: number, client: Client = operator) => client.call('deviceDiagramData', { path: { id } });

describe('a wiring diagram', () => {
  it('is saved, read, listed by station and deleted, and is hidden from other users', async () => {
    const { id, version } = await make('First');
    expect(await operator.call('deviceDiagramGet', { path: { id } })).toMatchObject({
      ...drawing(),
      version,
    });
    const query = { stationSn: 'DGA' };
    expect(await operator.call('deviceDiagramNames', { query })).toMatchObject([{ id, name: 'First' }]);
    expect(await stranger.call('deviceDiagramNames', { query })).toEqual([]);
    expect(await operator.call('deviceDiagramPage', {})).toMatchObject({ total: 1, records: [{ id }] });
    for (const refused of [
      () => stranger.call('deviceDiagramGet', { path: { id } }),
      () => read(id, stranger),
      () => stranger.call('deviceDiagramFile', { path: { id }, query: { format: 'svg' } }),
      () => stranger.call('deviceDiagramDelete', { path: { id } }),
      () => stranger.call('deviceDiagramDraft', { query }),
    ])
      await expect(refused()).rejects.toMatchObject({ status: 404 });
    await operator.call('deviceDiagramDelete', { path: { id } });
    expect(await operator.call('deviceDiagramNames', { query })).toEqual([]);
  });

  it("does not overwrite another user's changes, and returns them", async () => {
    const { id, version } = await make('Shared');
    const { symbols, wires } = drawing();
    const body = { ...drawing(), id, version, name: 'Shared' };
    await operator.call('deviceDiagramSave', { body: { ...body, symbols: [...symbols].reverse() } });
    await expect(
      operator.call('deviceDiagramSave', { body: { ...body, wires: wires.slice(1) } }),
    ).rejects.toMatchObject({
      status: 409,
      data: { id, version: version + 1, wires },
    });
  });

  it('is refused at a wire without an end, and at a duplicate key', async () => {
    const { symbols, wires } = drawing();
    const saved = (change: object) =>
      operator.call('deviceDiagramSave', { body: { ...drawing(), name: 'Wrong', ...change } });
    const refused = (field: string) => ({ status: 400, errors: [{ field }] });
    await expect(saved({ wires: [{ ...wires[0], to: 'none' }] })).rejects.toMatchObject(
      refused('/wires/0/to'),
    );
    await expect(saved({ wires: [wires[1], { ...wires[0], fromPort: 1 }] })).rejects.toMatchObject(
      refused('/wires/1/from'),
    );
    await expect(saved({ symbols: [...symbols, symbols[0]] })).rejects.toMatchObject(
      refused('/symbols/4/key'),
    );
    await expect(saved({ wires: [{ ...wires[0], to: 'grid', toPort: 0 }] })).rejects.toMatchObject(
      refused('/wires/0/to'),
    );
  });
});

describe('a diagram with current values', () => {
  it('shows an unknown state behind a breaker that has never reported', async () => {
    const { id } = await make('Silent');
    expect(await read(id)).toMatchObject({
      states: [
        { key: 'grid', closed: true, supply: 'live' },
        { key: 'q1', closed: null, supply: 'live' },
        { key: 'bar', closed: null, supply: 'unknown' },
        { key: 'load', supply: 'unknown' },
      ],
      missing: [],
    });
  });

  it('follows the breaker, and lists variables that no longer exist', async () => {
    const { id, version } = await make('Heard');
    const supplyWith = async (qf1: number) => {
      const sent = await send(server.url, site.device, { ts: Date.now(), values: { qf1, power: 42 } });
      expect(sent.status).toBe(200);
      const { states, values } = await read(id);
      expect(values.find(({ sn }) => sn === powerSn)).toMatchObject({ value: 42, stale: false });
      return states.map(({ supply }) => supply);
    };
    expect(await supplyWith(1)).toEqual(['live', 'live', 'live', 'live']);
    expect(await supplyWith(0)).toEqual(['live', 'live', 'dead', 'dead']);
    const gone = drawing().symbols.map((one) => (one.key === 'load' ? { ...one, valueSns: ['NONE'] } : one));
    await operator.call('deviceDiagramSave', {
      body: { ...drawing(), symbols: gone, id, version, name: 'Heard' },
    });
    expect((await read(id)).missing).toEqual(['NONE']);
  });

  it('is exported as a picture and as a document', async () => {
    const { id } = await make('File');
    const file = async (format: 'svg' | 'pdf') => {
      const answer = await operator.request('deviceDiagramFile', { path: { id }, query: { format } });
      expect(answer.status).toBe(200);
      return Buffer.from(await answer.arrayBuffer());
    };
    const svg = (await file('svg')).toString();
    expect(svg).toContain('&lt;b&gt;负荷&lt;/b&gt;');
    expect(svg).toContain('42.');
    expect((await file('pdf')).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('is drafted from the devices of its station', async () => {
    const draft = await operator.call('deviceDiagramDraft', { query: { stationSn: 'DGA' } });
    expect(draft.symbols.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['grid', 'breaker', 'busbar']),
    );
    expect(await operator.call('deviceDiagramSave', { body: draft })).toMatchObject({ stationSn: 'DGA' });
  });
});
