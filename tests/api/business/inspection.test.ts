/** Inspections: planned over a year, checked item by item, confirmed by a second person, re-checked, and printed. */
import { unzipSync } from 'fflate';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Input } from '../../../generated/calls.ts';
import { dayAfter } from '../../../runtime/core/time/workDays.ts';
import { ask } from '../../support/calls/ask.ts';
import type { Client } from '../../support/calls/client.ts';
import { makePerson, PASSWORD } from '../../support/people/people.ts';
import { exportTable } from '../../support/records/excel.ts';
import {
  draftTemplate,
  fillItems,
  makeInspection,
  makeTemplate,
  moveInspection,
  moveTemplate,
  readInspection,
  uploadPicture,
} from '../../support/records/inspections.ts';
import { countPictures, readPdf } from '../../support/records/papers.ts';
import { endQuietHours, limitAt, makeDue } from '../../support/records/timePlans.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { joinTenant, makeOperator, makeSite } from '../../support/telemetry/site.ts';

let server: TestServer;
let worker: Client & { tenantId: number };
let head: Client;

beforeAll(async () => {
  server = await sharedServer();
  worker = await makeOperator(server);
  head = await joinTenant(server, worker.tenantId, ['*']);
});
afterAll(() => server?.stop());

const today = (): string => new Date().toISOString().slice(0, 10);
const noon = (day: string): string => `${day}T12:00:00Z`;

async function fillGood(id: number): Promise<void> {
  const photo = await uploadPicture(worker, 'cables.png');
  await fillItems(worker, id, [{ value: 22 }, { result: 'normal', photos: [photo] }, { result: 'normal' }]);
}

describe('a plan', () => {
  it('creates the inspections of a year with the items of its template, each once', async () => {
    const { station } = await makeSite(head);
    const template = await makeTemplate(head);
    const plan = await head.call('inspectionPlanCreate', {
      body: {
        ...{ name: 'Weekly', templateId: template.id, days: 'any' },
        ...{ rule: 'FREQ=WEEKLY', startDate: dayAfter(today(), 1) },
        ...{ places: [{ stationSn: station.sn! }], crews: [{}] },
      },
    });
    await Promise.all([makeDue(server, noon(today())), makeDue(server, noon(today()))]);
    const { records } = await head.call('inspectionsOfStation', {
      query: { stationSn: station.sn!, size: 100 },
    });
    expect(records).toHaveLength(53);
    expect(new Set(records.map(({ day }) => day)).size).toBe(53);
    const first = await readInspection(head, records.at(-1)!.id);
    expect(first).toMatchObject({ planId: plan.id, state: 'todo', day: dayAfter(today(), 1), openCount: 3 });
    expect(first.items!.map(({ name, kind, upper }) => [name, kind, upper])).toEqual([
      ['Temperature', 'number', 30],
      ['Cables', 'check', null],
      ['Smell', 'check', null],
    ]);
  });

  it('must have a rule with at least one day, and must not end before its start', async () => {
    const { station } = await makeSite(head);
    const template = await makeTemplate(head);
    const body = {
      ...{ name: 'Wrong', templateId: template.id, startDate: today(), rule: 'FREQ=DAILY', days: 'any' },
      ...{ places: [{ stationSn: station.sn! }], crews: [{}] },
    };
    const wrong = [
      ['/rule', { rule: 'FREQ=DAILY;COUNT=0' }],
      ['/rule', { rule: 'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30' }],
      ['/rule', { rule: 'FREQ=MONTHLY;BYMONTHDAY=-1', startDate: '2026-01-02', endDate: '2026-01-30' }],
      ['/endDate', { endDate: dayAfter(today(), -1) }],
      ['/places', { places: [] }],
      ['/crews', { crews: [] }],
    ] as const;
    for (const [field, more] of wrong)
      expect(await ask(head, 'inspectionPlanCreate', { body: { ...body, ...more } })).toMatchObject({
        status: expect.toBeOneOf([400, 422]),
        errors: [{ field }],
      });
  });
});

describe('an inspection', () => {
  it('can be finished once every item has a verdict, which follows from the limits', async () => {
    const { id } = await makeInspection(worker);
    await moveInspection(worker, id, 'start');
    await expect(moveInspection(worker, id, 'finish')).rejects.toThrow(/3/);
    await fillGood(id);
    const filled = await readInspection(worker, id);
    expect(filled.items!.map(({ verdict }) => verdict)).toEqual(['normal', 'normal', 'normal']);
    await moveInspection(worker, id, 'finish');
    expect(await readInspection(worker, id)).toMatchObject({ state: 'done', badCount: 0, openCount: 0 });
    await expect(fillItems(worker, id, [{ value: 23 }, {}, {}])).rejects.toThrow();
  });

  it('requires a remark and a photo for abnormal items, and creates a work order for them', async () => {
    const made = await makeInspection(worker);
    await expect(fillItems(worker, made.id, [{ value: 35 }, {}, {}])).rejects.toThrow();
    const photos = [await uploadPicture(worker)];
    await fillItems(worker, made.id, [
      { value: 35, remark: 'The filter is clogged', photos },
      { result: 'normal', photos },
      { result: 'na' },
    ]);
    expect(await readInspection(worker, made.id)).toMatchObject({ badCount: 1 });
    await moveInspection(worker, made.id, 'finish');
    const { records } = await worker.call('siteWorksheetPage', {
      query: { filter: JSON.stringify({ and: [{ field: 'inspectionId', op: 'in', value: [made.id] }] }) },
    });
    expect(records).toMatchObject([{ stationSn: made.stationSn, type: 'repair' }]);
  });

  it('cannot be passed by the user who finished it, even if another user was assigned', async () => {
    const { id } = await makeInspection(worker);
    await fillGood(id);
    await moveInspection(head, id, 'finish');
    await expect(moveInspection(head, id, 'pass')).rejects.toThrow(/“完成巡检”/);
    const other = await joinTenant(server, worker.tenantId, ['*']);
    await moveInspection(other, id, 'pass');
  });

  it('is checked by another user, and both rounds are kept after a re-check', async () => {
    const { id } = await makeInspection(worker);
    await fillGood(id);
    await moveInspection(worker, id, 'finish');
    await expect(moveInspection(worker, id, 'pass')).rejects.toThrow();
    await head.call('inspectionsRecheck', { body: { ids: [id], reason: 'The photo is blurred' } });
    const again = await readInspection(worker, id);
    expect(again).toMatchObject({ state: 'recheck', round: 2, recheckReason: 'The photo is blurred' });
    await fillItems(worker, id, [{ value: 25 }, {}, {}]);
    await moveInspection(worker, id, 'finish');
    await moveInspection(head, id, 'pass');
    const { records } = await head.call('inspectionRoundPage', {
      query: { filter: JSON.stringify({ and: [{ field: 'inspectionId', op: 'in', value: [id] }] }) },
    });
    expect(records.map(({ round, name, value }) => [round, name, value])).toEqual([
      [1, 'Temperature', 22],
      [1, 'Cables', null],
      [1, 'Smell', null],
    ]);
    expect((await ask(head, 'inspectionsRecheck', { body: { ids: [id], reason: 'again' } })).status).not.toBe(
      200,
    );
    const file = await head.request('recordDocument', {
      path: { entity: 'inspection', id, document: 'inspectionReport' },
      query: { lang: 'en' },
    });
    const paper = new Uint8Array(await file.arrayBuffer());
    const { text } = await readPdf(paper.slice());
    for (const part of ['Inspection report', 'Temperature', '25', 'Earlier rounds', '22'])
      expect(text).toContain(part);
    // The pictures are the photo and the QR code that opens the record.
    expect(await countPictures(paper)).toBe(2);
  });

  it('is re-checked only for chosen items of its own', async () => {
    const [{ id }, other] = await Promise.all([makeInspection(worker), makeInspection(worker)]);
    await fillGood(id);
    await moveInspection(worker, id, 'finish');
    const [, cables] = (await readInspection(worker, id)).items!;
    const ofOther = other.items![0]!.id;
    const again = (recheckItems: (number | undefined)[]) =>
      moveInspection(head, id, 'recheck', { recheckReason: 'Loose?', recheckItems });
    await expect(again([cables!.id, ofOther])).rejects.toThrow(/recheckItems\/1/);
    expect(await readInspection(worker, id)).toMatchObject({ state: 'done', openCount: 0 });
    await again([cables!.id]);
    const now = await readInspection(worker, id);
    expect(now).toMatchObject({ state: 'recheck', round: 2, openCount: 1 });
    expect(now.items!.map(({ verdict }) => verdict ?? null)).toEqual(['normal', null, 'normal']);
    await expect(moveInspection(worker, id, 'finish')).rejects.toThrow(/1/);
    const photos = [await uploadPicture(worker)];
    await fillItems(worker, id, [{}, { result: 'normal', photos }, {}]);
    await moveInspection(worker, id, 'finish');
    const { records } = await head.call('inspectionRoundPage', {
      query: { filter: JSON.stringify({ and: [{ field: 'inspectionId', op: 'in', value: [id] }] }) },
    });
    expect(records.map(({ name, verdict }) => [name, verdict])).toEqual([
      ['Temperature', 'normal'],
      ['Cables', 'normal'],
      ['Smell', 'normal'],
    ]);
  });

  it.each([
    // Days on which clocks are set forward, set back, and not changed.
    ['2027-03-14', 'America/Los_Angeles', '2027-03-15T07:00:00Z'],
    ['2027-11-07', 'America/Los_Angeles', '2027-11-08T08:00:00Z'],
    ['2027-06-01', 'Pacific/Kiritimati', '2027-06-01T10:00:00Z'],
  ])('of %s is missed at the end of this day at its station (%s)', async (day, timeZone, end) => {
    const sn = `ZONE${day}`;
    await head.call('stationCreate', { body: { sn, name: sn, timeZone } });
    const { id } = await makeInspection(head, { stationSn: sn, day });
    await limitAt(server, Date.parse(end) - 1);
    expect(await readInspection(head, id)).toMatchObject({ state: 'todo' });
    await limitAt(server, Date.parse(end));
    expect(await readInspection(head, id)).toMatchObject({ state: 'missed', late: true });
  });

  it('is missed once if the server was down at the end of its day', async () => {
    await endQuietHours(head);
    const { username, userId } = await makePerson(server, [worker.tenantId], {
      permissions: ['inspection:*'],
    });
    const away = await login(server, username, PASSWORD);
    const { id } = await makeInspection(head, { day: '2027-07-01', userId });
    const back = Date.parse('2027-07-04T09:00:00Z');
    await Promise.all([limitAt(server, back), limitAt(server, back), limitAt(server, back + 60_000)]);
    expect(await readInspection(head, id)).toMatchObject({ state: 'missed' });
    const { records } = await away.call('noticePage', { query: { size: 50 } });
    expect(records.filter(({ text }) => text.en.includes('was not started in time'))).toHaveLength(1);
  });

  it('is missed at the end of its day at its station, and can still be made up for', async () => {
    const { id } = await makeInspection(worker, { day: today() });
    await limitAt(server, Date.parse(noon(today())));
    expect(await readInspection(worker, id)).toMatchObject({ state: 'todo' });
    const over = Date.parse(noon(dayAfter(today(), 1)));
    await Promise.all([limitAt(server, over), limitAt(server, over)]);
    expect(await readInspection(worker, id)).toMatchObject({ state: 'missed', late: true });
    await fillGood(id);
    await expect(moveInspection(worker, id, 'finish')).rejects.toThrow();
    await expect(moveInspection(worker, id, 'makeUp')).rejects.toThrow(/lateReason/);
    await moveInspection(worker, id, 'makeUp', { lateReason: 'The gate was locked' });
    await moveInspection(worker, id, 'finish');
    const made = await readInspection(worker, id);
    expect(made).toMatchObject({ state: 'done', late: true, lateReason: 'The gate was locked' });
    const { rows } = await worker.call('inspectedStations', {});
    expect(rows.find(({ key }) => key.stationSn === made.stationSn)?.figures).toMatchObject({
      ...{ inspections: 1, completed: 1, onTime: 0, missed: 0, completedShare: 1, onTimeShare: 0 },
    });
  });
});

describe('the documented calls', () => {
  it('return inspections by day, device, station and state, and their items', async () => {
    const { station, device } = await makeSite(worker);
    const template = await makeTemplate(worker);
    const body = {
      name: 'Meter',
      stationSn: station.sn!,
      deviceSn: device.sn!,
      templateId: template.id,
      day: today(),
    };
    const { id } = await worker.call('inspectionCreate', { body });
    const [other] = (await readInspection(worker, (await makeInspection(worker)).id)).items!;
    const idsOf = ({ records }: { records: readonly { id: number }[] }) => records.map((one) => one.id);
    const query = { stationSn: station.sn! };
    expect(idsOf(await worker.call('inspectionsOfDay', { query: { ...query, day: today() } }))).toEqual([id]);
    expect(idsOf(await worker.call('inspectionsOfDevice', { query: { deviceSn: device.sn! } }))).toEqual([
      id,
    ]);
    expect(idsOf(await worker.call('inspectionsOfStation', { query }))).toEqual([id]);
    expect(idsOf(await worker.call('openInspections', { query: { size: 200 } }))).toContain(id);
    expect(idsOf(await worker.call('inspectionReports', { query }))).toEqual([]);
    const items = await worker.call('inspectionItems', { query: { sheetId: id } });
    expect(items.map(({ name }) => name)).toEqual(['Temperature', 'Cables', 'Smell']);
    const [first] = items;
    expect(
      await worker.call('inspectionItemDetail', { query: { id: first!.id, sheetId: id } }),
    ).toMatchObject({ id: first!.id });
    expect(
      await ask(worker, 'inspectionItemDetail', { query: { id: Number(other!.id), sheetId: id } }),
    ).toMatchObject({ status: 404 });
    expect(await worker.call('inspectionDetail', { body: { id } })).toMatchObject({ id, itemCount: 3 });
    const { rows } = await worker.call('inspectedStations', {});
    expect(rows.find(({ key }) => key.stationSn === station.sn)?.figures).toMatchObject({
      inspections: 1,
      open: 1,
    });
    expect((await worker.call('inspectionPeople', {})).rows.length).toBeGreaterThan(0);
  });

  it('export a workbook with a sheet of the results', async () => {
    const { id } = await makeInspection(worker);
    await fillGood(id);
    const sheets = await readXlsx(await exportTable(worker, 'inspection', {}, 'zh'));
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['巡检任务', '检查结果']);
  });

  it('send the report of an inspection, and an archive of several reports', async () => {
    const alone = await joinTenant(server, (await makeOperator(server)).tenantId, ['*']);
    const make = async (name: string) => {
      const { id } = await makeInspection(alone, { name });
      const photos = [await uploadPicture(alone)];
      await fillItems(alone, id, [{ value: 22 }, { result: 'normal', photos }, { result: 'normal' }]);
      await moveInspection(alone, id, 'finish');
      return id;
    };
    const send = (query: Input<'inspectionDetails'>['query']) =>
      alone.request('inspectionDetails', { query: { lang: 'en', ...query } });
    expect((await send({})).status).toBe(404);
    const ids = [await make('Hall'), await make('Yard')];
    const open = await makeInspection(alone, { name: 'Roof' });
    const single = await send({ ids: String(ids[0]) });
    expect(single.headers.get('content-type')).toBe('application/pdf');
    expect((await readPdf(new Uint8Array(await single.arrayBuffer()))).text).toContain('Hall');
    for (const query of [{ ids: ids.join(',') }, {}, { search: '' }]) {
      const several = await send(query);
      expect(several.headers.get('content-type')).toBe('application/zip');
      const files = unzipSync(new Uint8Array(await several.arrayBuffer()));
      expect(Object.keys(files)).toEqual(['Inspection report Hall.pdf', 'Inspection report Yard.pdf']);
    }
    const filter = JSON.stringify({ and: [{ field: 'name', op: 'contains', value: 'Yard' }] });
    const found = await send({ filter });
    expect((await readPdf(new Uint8Array(await found.arrayBuffer()))).text).toContain('Yard');
    expect((await send({ search: open.name })).status).toBe(404);
    expect((await send({ ids: `${ids[0]},999999999` })).status).toBe(404);
    expect((await send({ ids: 'all' })).status).toBe(400);
  });

  it('list, read, change and delete templates, plans and inspections, and read their lines', async () => {
    const { station } = await makeSite(worker);
    const template = await draftTemplate(worker);
    const { id: templateId } = template;
    const idsIn = (page: { records: readonly { id: number }[] }) => page.records.map((one) => one.id);
    const of = (field: string, value: number) => ({
      query: { filter: JSON.stringify({ and: [{ field, op: 'in', value: [value] }] }) },
    });
    expect(idsIn(await worker.call('inspectionTemplatePage', { query: { size: 200 } }))).toContain(
      templateId,
    );
    const points = await worker.call('inspectionTemplateItemPage', of('templateId', templateId));
    expect(points.total).toBe(3);
    const [{ id: pointId } = { id: 0 }] = points.records;
    expect(await worker.call('inspectionTemplateItemGet', { path: { id: pointId } })).toMatchObject({
      templateId,
    });
    await worker.call('inspectionTemplateUpdate', {
      body: { id: templateId, version: template.version, minutes: 30 },
    });
    const read = await worker.call('inspectionTemplateGet', { path: { id: templateId } });
    expect(read).toMatchObject({ minutes: 30, itemCount: 3 });
    await moveTemplate(worker, templateId, 'release');

    const lines = { places: [{ stationSn: station.sn! }], crews: [{}] };
    const body = { name: 'Off', templateId, rule: 'FREQ=DAILY', days: 'any' as const, active: false };
    const plan = await worker.call('inspectionPlanCreate', { body: { ...body, ...lines } });
    await worker.call('inspectionPlanUpdate', {
      body: { id: plan.id, version: plan.version, name: 'Still off' },
    });
    expect(await worker.call('inspectionPlanGet', { path: { id: plan.id } })).toMatchObject({
      name: 'Still off',
    });
    expect(idsIn(await worker.call('inspectionPlanPage', of('templateId', templateId)))).toEqual([plan.id]);
    const { records: places } = await worker.call('inspectionPlanPlacePage', of('planId', plan.id));
    expect(places).toMatchObject([{ stationSn: station.sn }]);
    const place = await worker.call('inspectionPlanPlaceGet', { path: { id: places[0]!.id } });
    expect(place).toMatchObject({ planId: plan.id, position: 1 });
    const { records: crews } = await worker.call('inspectionPlanCrewPage', of('planId', plan.id));
    const { userId } = await worker.call('getPrincipal', {});
    const crew = await worker.call('inspectionPlanCrewGet', { path: { id: crews[0]!.id } });
    expect(crew).toMatchObject({ planId: plan.id, userId });
    await worker.call('inspectionPlanDelete', { path: { id: plan.id } });

    const made = await worker.call('inspectionCreate', {
      body: { name: 'Gone', templateId, stationSn: station.sn! },
    });
    const items = await worker.call('inspectionItemPage', of('inspectionId', made.id));
    expect(items.total).toBe(3);
    const [{ id: itemId } = { id: 0 }] = items.records;
    expect(await worker.call('inspectionItemGet', { path: { id: itemId } })).toMatchObject({
      inspectionId: made.id,
    });
    expect(idsIn(await worker.call('inspections', of('templateId', templateId)))).toEqual([made.id]);
    expect(idsIn(await worker.call('inspectionRecords', of('templateId', templateId)))).toEqual([]);
    await worker.call('inspectionDelete', { path: { id: made.id } });
    expect((await ask(worker, 'inspectionTemplateDelete', { path: { id: templateId } })).status).toBe(409);
    const draft = await draftTemplate(worker);
    await worker.call('inspectionTemplateDelete', { path: { id: draft.id } });
    expect((await ask(worker, 'inspectionRoundGet', { path: { id: 999_999 } })).status).toBe(404);
  });
});
