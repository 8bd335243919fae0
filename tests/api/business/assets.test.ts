/** Assets: values that follow from a device, defects and their handling, and figures over all assets (C151–C185). */
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { makePerson, PASSWORD } from '../../support/people/people.ts';
import { login } from '../../support/server/server.ts';
import { makeSite, type Site } from '../../support/telemetry/site.ts';

const served = serveOperators();
let site: Site;

beforeAll(async () => {
  site = await makeSite(served.operator, 'ASA');
});

const makeAsset = (more: object = {}) =>
  served.operator.call('assetCreate', {
    body: { stationSn: 'ASA', name: 'Inverter 1', category: 'inverter', ...more },
  });
const readAsset = (id: number) => served.operator.call('assetGet', { path: { id } });
const makeDefect = (assetId: number, more: object = {}) =>
  served.operator.call('defectRecordCreate', {
    body: { assetId, name: 'The fan stopped', level: 'serious', foundOn: '2026-03-01', ...more },
  });
/**
 * Runs the first transition of a record, whose version is still 1. Stored figures do not raise the version.
 */
const move = (entity: string, id: number, name: string, form: object = {}) =>
  ask(served.operator, 'recordTransition', {
    path: { entity, id },
    body: { name, version: 1, form: form as Record<string, unknown> },
  });

describe('an asset', () => {
  it('takes name and model from its device, and records the commissioning', async () => {
    const { operator } = served;
    const { sn, name } = site.device;
    const body = { stationSn: 'ASA', deviceSn: sn, category: 'meter' as const, commissioned: '2025-05-01' };
    const made = await operator.call('assetCreate', { body });
    expect(made).toMatchObject({ name, state: 'running', number: expect.stringMatching(/^A\d{4}-\d{4}$/) });
    const { records } = await operator.call('operationRecordPage', { query: { size: 10 } });
    expect(records).toMatchObject([{ assetId: made.id, kind: 'commissioning', doneOn: '2025-05-01' }]);
  });

  it('is operational again after its last defect is closed, also if several are closed in parallel', async () => {
    const { operator } = served;
    const keeper = await makePerson(served.server, [operator.tenantId]);
    const { id } = await makeAsset({ name: 'Inverter R', keeperId: keeper.userId });
    const defects = [];
    for (let place = 0; place < 4; place++) defects.push(await makeDefect(id));
    expect((await move('asset', id, 'sendToRepair', { repairReason: 'The fan' })).status).toBe(200);
    const closing = { closedOn: '2026-03-04', result: 'Done' };
    const [first, ...others] = defects;
    await move('defectRecord', first!.id, 'close', closing);
    expect(await readAsset(id)).toMatchObject({ state: 'repair', openDefects: 3 });
    const closed = await Promise.all(others.map((one) => move('defectRecord', one.id, 'close', closing)));
    expect(closed.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await readAsset(id)).toMatchObject({ state: 'running', openDefects: 0 });
    const keeperClient = await login(served.server, keeper.username, PASSWORD);
    const { records } = await keeperClient.call('noticePage', { query: { size: 100 } });
    expect(records.filter(({ text }) => text.en.includes('Inverter R'))).toHaveLength(1);
  });

  it('cannot be scrapped while a defect is open; the defect becomes an operation', async () => {
    const { operator } = served;
    const { id } = await makeAsset();
    const defect = await makeDefect(id);
    expect(await readAsset(id)).toMatchObject({ openDefects: 1 });
    const form = { scrappedOn: '2026-05-01', scrapReason: 'Worn out' };
    const refused = await move('asset', id, 'scrap', form);
    expect(refused.status).toBe(409);
    expect(refused.msg).toContain('1 defects are still open');
    const early = await move('defectRecord', defect.id, 'close', { closedOn: '2026-02-01', result: 'x' });
    expect(early).toMatchObject({ status: 400, errors: [{ field: expect.stringMatching(/closedOn$/) }] });
    const closing = { closedOn: '2026-03-04', result: 'Fan replaced', parts: 'FAN-48' };
    expect((await move('defectRecord', defect.id, 'close', closing)).status).toBe(200);
    expect(await operator.call('defectRecordGet', { path: { id: defect.id } })).toMatchObject({
      ...{ state: 'closed', repairDays: 3, result: 'Fan replaced' },
    });
    const filter = JSON.stringify({ and: [{ field: 'assetId', op: 'eq', value: id }] });
    const done = await operator.call('operationRecordPage', { query: { filter } });
    expect(done.records).toMatchObject([{ kind: 'replacement', defectId: defect.id, parts: 'FAN-48' }]);
    expect((await move('asset', id, 'scrap', form)).status).toBe(200);
    expect(await readAsset(id)).toMatchObject({ state: 'scrapped', scrappedOn: '2026-05-01' });
  });

  it('has a mean time between failures, and the figures of all assets agree with it', async () => {
    const { operator } = served;
    const { id } = await makeAsset({ commissioned: '2026-01-01', price: '1000.00' });
    await makeDefect(id, { outage: true, foundOn: '2026-02-10' });
    await makeDefect(id, { outage: true, foundOn: '2026-04-11' });
    // Computed by hand: 100 days from the first of January to the eleventh of April, two outages.
    expect(await readAsset(id)).toMatchObject({ outages: 2, lastOutageOn: '2026-04-11', mtbf: 50 });
    await makeAsset({ commissioned: '2026-01-01', price: '250.50' }).then((spare) =>
      move('asset', spare.id, 'putAside', { location: 'Store A3' }),
    );
    const { totals } = await operator.call('recordStatistic', {
      path: { name: 'assets' },
      query: { by: '' },
    });
    expect(totals[0]?.figures).toMatchObject({
      mtbf: 50,
      outages: 2,
      spareValue: '250.50',
      price: '1250.50',
    });
  });

  it('must have its dates in order, and gets its number once', async () => {
    const { operator } = served;
    const body = { stationSn: 'ASA', name: 'X', category: 'other' as const, number: 'ZC-1' };
    await operator.call('assetCreate', { body });
    const twice = await ask(operator, 'assetCreate', { body });
    expect(twice.status).toBe(409);
    const early = { ...body, number: 'ZC-2', purchasedOn: '2026-02-01', commissioned: '2026-01-01' };
    await expect(operator.call('assetCreate', { body: early })).rejects.toMatchObject({
      errors: [{ field: '/commissioned' }],
    });
  });

  it('is hidden from other users, with all of its records', async () => {
    const { id } = await makeAsset();
    const { id: defect } = await makeDefect(id);
    expect((await ask(served.stranger, 'assetGet', { path: { id } })).status).toBe(404);
    expect((await ask(served.stranger, 'defectRecordGet', { path: { id: defect } })).status).toBe(404);
    await served.operator.call('assetDelete', { path: { id } });
    expect((await ask(served.operator, 'defectRecordGet', { path: { id: defect } })).status).toBe(404);
  });
});

describe('the files of a station', () => {
  it('are in groups, which cannot be deleted while they contain files', async () => {
    const { operator } = served;
    const group = await operator.call('electronicFileGroupCreate', {
      body: { stationSn: 'ASA', name: 'Drawings' },
    });
    const body = { groupId: group.id, name: 'Single-line diagram', number: 'DQ-01' };
    const file = await operator.call('electronicFileCreate', { body });
    expect(file.stationSn).toBe('ASA');
    const refused = await ask(operator, 'electronicFileGroupDelete', { path: { id: group.id } });
    expect(refused.status).toBe(409);
    await operator.call('electronicFileDelete', { path: { id: file.id } });
    await operator.call('electronicFileGroupDelete', { path: { id: group.id } });
    expect((await operator.call('electronicFileGroupPage', {})).total).toBe(0);
  });
});

/** Each entity with its calls to list, get, create, update and delete its records. */
const KINDS = [
  ['asset', 'assetPage', 'assetGet', 'assetCreate', 'assetUpdate', 'assetDelete'],
  [
    'staticDevice',
    'staticDevicePage',
    'staticDeviceGet',
    'staticDeviceCreate',
    'staticDeviceUpdate',
    'staticDeviceDelete',
  ],
  [
    'assetDocument',
    'assetDocumentPage',
    'assetDocumentGet',
    'assetDocumentCreate',
    'assetDocumentUpdate',
    'assetDocumentDelete',
  ],
  [
    'defectRecord',
    'defectRecordPage',
    'defectRecordGet',
    'defectRecordCreate',
    'defectRecordUpdate',
    'defectRecordDelete',
  ],
  [
    'operationRecord',
    'operationRecordPage',
    'operationRecordGet',
    'operationRecordCreate',
    'operationRecordUpdate',
    'operationRecordDelete',
  ],
  [
    'electronicFileGroup',
    'electronicFileGroupPage',
    'electronicFileGroupGet',
    'electronicFileGroupCreate',
    'electronicFileGroupUpdate',
    'electronicFileGroupDelete',
  ],
  [
    'electronicFile',
    'electronicFilePage',
    'electronicFileGet',
    'electronicFileCreate',
    'electronicFileUpdate',
    'electronicFileDelete',
  ],
] as const;

describe('the documented calls', () => {
  it.each(KINDS)(
    'make, find, change and delete a record of %s',
    async (kind, page, get, create, update, remove) => {
      const { operator } = served;
      const own = { stationSn: 'ASA', name: `One ${kind}` };
      const bodies: Record<(typeof KINDS)[number][0], () => Promise<object>> = {
        asset: async () => ({ ...own, category: 'tool' }),
        staticDevice: async () => ({ ...own, kind: 'fence' }),
        assetDocument: async () => ({ assetId: (await makeAsset()).id, name: own.name }),
        defectRecord: async () => ({ assetId: (await makeAsset()).id, name: own.name, level: 'general' }),
        operationRecord: async () => ({
          ...{ assetId: (await makeAsset()).id, kind: 'inspection', content: own.name },
        }),
        electronicFileGroup: async () => own,
        electronicFile: async () => ({
          groupId: (await operator.call('electronicFileGroupCreate', { body: { ...own, name: 'Permits' } }))
            .id,
          name: own.name,
        }),
      };
      const answer = await ask(operator, create, { body: await bodies[kind]() });
      expect(answer).toMatchObject({ status: 200 });
      const { data: made } = answer;
      const { id, version } = made as { id: number; version: number };
      const found = await ask(operator, get, { path: { id } });
      expect(found.data).toMatchObject({ id, stationSn: 'ASA' });
      const { data: listed } = await ask(operator, page, { query: { size: 100 } });
      expect((listed as { records: { id: number }[] }).records.map((one) => one.id)).toContain(id);
      const label = kind === 'operationRecord' ? 'content' : 'name';
      const changed = await ask(operator, update, { body: { id, version, [label]: 'Another' } });
      expect(changed.data).toMatchObject({ [label]: 'Another' });
      await ask(operator, remove, { path: { id } });
      expect((await ask(operator, get, { path: { id } })).status).toBe(404);
    },
  );
});
