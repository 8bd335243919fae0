/** A work order is created from an alarm, planned, carried out and checked, each by a permitted user. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAlarms } from '../../../support/alarms/alarms.ts';
import { ask } from '../../../support/calls/ask.ts';
import type { Client } from '../../../support/calls/client.ts';
import { runSql } from '../../../support/calls/world.ts';
import { makePerson, PASSWORD } from '../../../support/people/people.ts';
import { makeTemplate, uploadPicture } from '../../../support/records/inspections.ts';
import { login, sharedServer, type TestServer } from '../../../support/server/server.ts';
import { joinTenant, makeOperator, makeSite, type Site } from '../../../support/telemetry/site.ts';

type Person = Client & { id: number };

let server: TestServer;
let boss: Client & { tenantId: number };
let dispatcher: Person;
let worker: Person;
let other: Person;
let site: Site;

beforeAll(async () => {
  server = await sharedServer();
  boss = await makeOperator(server);
  const person = async (role: string, name: string): Promise<Person> => {
    const { userId, username } = await makePerson(server, [boss.tenantId], { role, name });
    return { ...(await login(server, username, PASSWORD)), id: userId };
  };
  dispatcher = await person('engineering', 'Dora Lin');
  worker = await person('operator', 'Wen Zhou');
  other = await person('operator', 'Otto Park');
  site = await makeSite(boss);
});
afterAll(() => server?.stop());

const readSheet = (id: number) => boss.call('siteTask', { query: { id } });

/** Tries a transition of a work order, and returns the answer, refused or not. */
async function tryMove(client: Client, id: number, name: string, form: object = {}) {
  const { version } = await readSheet(id);
  return ask(client, 'recordTransition', {
    path: { entity: 'siteWorksheet', id },
    body: { name, version, form },
  });
}

async function move(client: Client, id: number, name: string, form: object = {}) {
  const answer = await tryMove(client, id, name, form);
  expect(answer).toMatchObject({ status: 200 });
  return readSheet(id);
}

const makeSheet = (name: string, more: object = {}) =>
  dispatcher.call('siteWorksheetCreate', {
    body: { name, stationSn: site.station.sn!, type: 'repair', priority: 'high', ...more },
  });

const notices = async (client: Client, part: string) =>
  (await client.call('noticePage', { query: { size: 100 } })).records.filter(({ text }) =>
    text.en.includes(part),
  );

const RESULT = { result: 'The strings are balanced' };

describe('a work order', () => {
  it('is created from an alarm, waits for a part, is finished with tasks and photos, and is checked', async () => {
    const own = await makeSite(boss);
    await addAlarms(server, boss.tenantId, own, { count: 1, info: 'Cell spread' });
    const stationSn = own.station.sn!;
    const filter = JSON.stringify({ and: [{ field: 'stationSn', op: 'in', value: [stationSn] }] });
    const alarms = () => boss.call('alarmPage', { query: { filter } });
    const [alarm] = (await alarms()).records;
    const path = { entity: 'alarm', id: alarm!.id };
    const handed = { name: 'dispatch', version: 1, form: { priority: 'high', handlerId: other.id } };
    expect((await ask(worker, 'recordTransition', { path, body: handed })).status).toBeGreaterThanOrEqual(
      400,
    );
    const body = { name: 'dispatch', version: 1, form: { priority: 'high' } };
    await worker.call('recordTransition', { path, body });

    const [made] = (await boss.call('siteTaskList', { query: { stationSn } })).records;
    const id = made!.id;
    expect(made).toMatchObject({
      ...{ name: 'Cell spread 0', status: 'pending', type: 'repair', alarmId: alarm!.id },
      ...{ deviceSn: own.device.sn, variableSn: own.variable.sn },
    });
    expect((await alarms()).records).toMatchObject([
      { status: 0, checker: 'Wen Zhou', checkInfo: made!.number },
    ]);

    const dueTime = new Date(Date.now() + 3_600_000).toISOString();
    await dispatcher.call('siteWorksheetUpdate', {
      body: { id, version: made!.version, handlerId: worker.id, dueTime },
    });
    expect(await notices(worker, 'assigned the work order “Cell spread 0”')).toHaveLength(1);
    expect(await tryMove(other, id, 'start')).toMatchObject({
      status: 409,
      msg: expect.stringContaining('the work order is assigned to another person'),
    });
    await move(worker, id, 'start');

    await worker.call('customTaskCreate', { body: { sheetId: id, name: 'Balance string 3', region: 'A' } });
    await move(worker, id, 'wait', { waitReason: 'part', waitNote: 'A balancer' });
    await runSql(
      server,
      `update site_worksheet set started_at = now() - interval '2 hours',
              waiting_since = now() - interval '90 minutes' where id = $1`,
      id,
    );
    expect(await move(worker, id, 'resume')).toMatchObject({ status: 'processing', waitedMinutes: 90 });

    expect((await tryMove(worker, id, 'finish', RESULT)).msg).toContain('1 tasks are not done yet');
    const [task] = await worker.call('sheetTasks', { query: { sheetId: id } });
    const finished = { id: task!.id, version: task!.version, status: 'done' };
    await worker.call('customTaskUpdate', { body: finished });
    expect(await tryMove(worker, id, 'finish')).toMatchObject({
      status: 400,
      errors: [{ field: '/form/result' }],
    });
    const photos = [await uploadPicture(worker, 'before.png'), await uploadPicture(worker, 'after.png')];
    expect(await move(worker, id, 'finish', { ...RESULT, photos })).toMatchObject({
      ...{ status: 'checking', workMinutes: 30, photos },
    });

    expect((await tryMove(worker, id, 'pass')).status).toBe(403);
    expect((await tryMove(dispatcher, id, 'sendBack')).status).toBe(400);
    await move(dispatcher, id, 'sendBack', { returnReason: 'The label is missing' });
    expect(await notices(worker, 'was returned: The label is missing')).toHaveLength(1);
    await move(worker, id, 'finish', RESULT);
    expect(await move(dispatcher, id, 'pass')).toMatchObject({ status: 'completed', openTasks: 0 });
    expect(await tryMove(dispatcher, id, 'revoke', { revokeReason: 'late' })).toMatchObject({ status: 409 });
    const locked = await readSheet(id);
    expect(
      (await ask(dispatcher, 'siteWorksheetUpdate', { body: { id, version: locked.version, name: 'x' } }))
        .status,
    ).toBeGreaterThanOrEqual(400);
  });

  it('is assigned, rescheduled and checked by dispatchers only', async () => {
    const mine = await makeSheet('Tighten', { handlerId: worker.id });
    const update = (more: object) =>
      ask(worker, 'siteWorksheetUpdate', { body: { id: mine.id, version: mine.version, ...more } });
    const refusals = { handlerId: other.id, dueTime: '2030-01-01T00:00:00Z', check: 'none' };
    for (const [field, value] of Object.entries(refusals))
      expect(await update({ [field]: value })).toMatchObject({
        status: 403,
        errors: [{ field: `/${field}` }],
      });
    expect((await update({ result: 'half done' })).status).toBe(200);
    const foreign = await makeSheet('Not mine', { handlerId: other.id });
    const body = { id: foreign.id, version: foreign.version, content: 'x' };
    expect((await ask(worker, 'siteWorksheetUpdate', { body })).status).toBeGreaterThanOrEqual(403);
    const created = { name: 'For you', stationSn: site.station.sn!, type: 'other', priority: 'low' };
    expect(
      await ask(worker, 'siteWorksheetCreate', { body: { ...created, handlerId: other.id } }),
    ).toMatchObject({ status: 403, errors: [{ field: '/handlerId' }] });
    expect((await ask(worker, 'siteWorksheetCreate', { body: created })).status).toBe(200);
  });

  it('is assigned only to current staff of the tenant', async () => {
    const stranger = await makeOperator(server);
    const { createdBy } = (await makeSite(stranger)).station;
    const { userId: gone } = await makePerson(server, [boss.tenantId], { role: 'operator' });
    await boss.call('recordTransition', {
      path: { entity: 'user', id: gone },
      body: { name: 'deactivate', version: 1 },
    });
    for (const handlerId of [Number(createdBy), gone]) {
      const answer = await ask(dispatcher, 'siteWorksheetCreate', {
        body: {
          ...{ name: 'Lost', stationSn: site.station.sn!, type: 'repair', priority: 'high' },
          handlerId,
        },
      });
      expect(answer).toMatchObject({ status: 400, errors: [{ field: '/handlerId' }] });
    }
  });

  it('is accepted by the first of two parallel requests', async () => {
    const { id, version } = await makeSheet('Whoever comes first');
    const accept = (client: Client) =>
      ask(client, 'recordTransition', {
        path: { entity: 'siteWorksheet', id },
        body: { name: 'start', version },
      });
    const answers = await Promise.all([accept(worker), accept(other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const accepted = await readSheet(id);
    const lost = answers.find(({ status }) => status === 409);
    expect(lost!.data).toMatchObject({ handlerId: accepted.handlerId });
  });

  it('is checked by its worker, or not at all, if its plan allows it', async () => {
    const own = await makeSheet('Own', { handlerId: dispatcher.id });
    await move(dispatcher, own.id, 'start');
    expect((await tryMove(dispatcher, own.id, 'complete', RESULT)).msg).toContain('must be checked');
    await move(dispatcher, own.id, 'finish', RESULT);
    expect((await tryMove(dispatcher, own.id, 'pass')).msg).toContain('You cannot check your own work');
    const any = await makeSheet('Any', { handlerId: dispatcher.id, check: 'any' });
    await move(dispatcher, any.id, 'start');
    await move(dispatcher, any.id, 'finish', RESULT);
    expect(await move(dispatcher, any.id, 'pass')).toMatchObject({ status: 'completed' });
    const none = await makeSheet('None', { handlerId: worker.id, check: 'none' });
    await move(worker, none.id, 'start');
    expect((await tryMove(worker, none.id, 'finish', RESULT)).msg).toContain('needs no check');
    expect(await move(worker, none.id, 'complete', RESULT)).toMatchObject({ status: 'completed' });
  });

  it('copies the items of its template, which are checked before it is finished', async () => {
    const template = await makeTemplate(boss);
    const { id } = await makeSheet('Round', { handlerId: worker.id, templateId: template.id });
    await move(worker, id, 'start');
    const items = await worker.call('sheetItems', { query: { sheetId: id } });
    expect(items.map(({ name }) => name)).toEqual(['Temperature', 'Cables', 'Smell']);
    const filter = JSON.stringify({ and: [{ field: 'sheetId', op: 'in', value: [id] }] });
    expect((await worker.call('worksheetDoItemPage', { query: { filter } })).total).toBe(3);
    const path = { id: items[0]!.id };
    expect(await worker.call('worksheetDoItemGet', { path })).toMatchObject({ sheetId: id });
    expect((await tryMove(worker, id, 'finish', RESULT)).msg).toContain('3 items are not checked yet');
    const { version } = await readSheet(id);
    const results = items.map((item) => ({ id: item.id, result: 'na' }));
    await worker.call('siteWorksheetUpdate', { body: { id, version, items: results } });
    expect(await move(worker, id, 'finish', RESULT)).toMatchObject({ openItems: 0 });
  });
});

describe('tasks', () => {
  it('are listed by work order, station and area; only tasks added on site can be changed', async () => {
    const own = await makeSite(boss);
    const stationSn = own.station.sn!;
    const planned = [
      { name: 'Look at the filter', region: 'Container' },
      { name: 'Sweep', region: 'Yard' },
    ];
    const { id } = await makeSheet('Clean', { stationSn, handlerId: worker.id, tasks: planned });
    const added = await worker.call('customTaskCreate', {
      body: { sheetId: id, name: 'Oil the door', region: 'Yard' },
    });
    expect(added).toMatchObject({ custom: true, status: 'todo' });
    const tasks = await worker.call('sheetTasks', { query: { sheetId: id } });
    expect(tasks.map(({ name }) => name)).toEqual(['Look at the filter', 'Sweep', 'Oil the door']);
    expect((await worker.call('stationTasks', { query: { stationSn } })).total).toBe(3);
    const filter = JSON.stringify({ and: [{ field: 'sheetId', op: 'in', value: [id] }] });
    expect((await worker.call('worksheetTaskPage', { query: { filter } })).total).toBe(3);
    const path = { id: added.id };
    expect(await worker.call('worksheetTaskGet', { path })).toMatchObject({ name: 'Oil the door' });
    const { rows } = await worker.call('taskRegions', { query: { stationSn } });
    expect(rows.map(({ key, figures }) => [key.region, figures.tasks]).sort()).toEqual([
      ['Container', 1],
      ['Yard', 2],
    ]);
    const change = async (taskId: number, more: object) => {
      const { version } = await worker.call('worksheetTaskGet', { path: { id: taskId } });
      return ask(worker, 'customTaskUpdate', { body: { id: taskId, version, ...more } });
    };
    expect(await change(tasks[0]!.id, { remark: 'later' })).toMatchObject({ status: 404 });
    expect((await change(added.id, { remark: 'later' })).status).toBe(200);
    const remove = (client: Client, taskId: number) =>
      ask(client, 'customTaskDelete', { path: { id: taskId } });
    expect((await remove(other, added.id)).status).toBeGreaterThanOrEqual(403);
    expect((await remove(worker, tasks[1]!.id)).status).toBe(404);
    await change(added.id, { status: 'doing' });
    expect((await remove(worker, added.id)).status).toBe(404);
    await change(added.id, { status: 'todo' });
    expect((await remove(worker, added.id)).status).toBe(200);
  });
});

describe('the counts', () => {
  it('equal the numbers of the corresponding lists', async () => {
    const own = await makeSite(boss);
    const stationSn = own.station.sn!;
    const dueTime = new Date(Date.now() - 60_000).toISOString();
    const late = await makeSheet('Late', { stationSn, handlerId: other.id, dueTime });
    await makeSheet('Next', { stationSn, handlerId: other.id });
    await move(other, late.id, 'start');
    await move(other, late.id, 'wait', { waitReason: 'weather' });
    const people = await boss.call('userTaskCounts', { query: { stationSn } });
    expect(people.rows.map(({ key, figures }) => [key.status, figures.worksheets]).sort()).toEqual([
      ['pending', 1],
      ['waiting', 1],
    ]);
    const days = await boss.call('monthTaskStatus', { query: { stationSn } });
    expect(days.rows.reduce((sum, { figures }) => sum + Number(figures.worksheets), 0)).toBe(2);
    const mine = await other.call('taskToDoInfo', { query: { stationSn } });
    expect(mine.totals).toMatchObject([{ figures: { open: 2, late: 0, waiting: 1, checking: 0 } }]);
    const reader = await joinTenant(server, boss.tenantId, ['station:*']);
    const calls = ['userTaskCounts', 'monthTaskStatus', 'taskToDoInfo', 'taskRegions'] as const;
    for (const id of calls) expect((await ask(reader, id)).status).toBe(403);
    const stranger = await makeOperator(server);
    expect((await stranger.call('userTaskCounts', { query: { stationSn } })).rows).toEqual([]);
    expect(await ask(stranger, 'sheetTasks', { query: { sheetId: late.id } })).toMatchObject({ data: [] });
  });
});
