/** References in lists and line tables are checked on every way to write records. Trees have no cycles. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import { changeRows, runSql } from '../../support/calls/world.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { checkTable, importTable, tableFile, upload } from '../../support/records/excel.ts';
import { type Client, login, startServer, type TestServer } from '../../support/server/server.ts';
import { makeSite, type Site } from '../../support/telemetry/site.ts';

let server: TestServer;
let boss: Client;
let userId: number;
let site: Site;
beforeAll(async () => {
  server = await startServer();
  const person = await makePerson(server, [await makeTenant(server)], { permissions: ['*'] });
  userId = person.userId;
  boss = await login(server, person.username, PASSWORD);
  site = await makeSite(boss);
});
afterAll(() => server?.stop());

let count = 0;
const makeDept = (body: object = {}) => {
  count += 1;
  return boss.call('deptSave', { body: { name: `Dept ${count}`, managerId: userId, ...body } });
};
const makePolicy = (steps: object[]) => {
  count += 1;
  return ask(boss, 'alarmEscalationCreate', { body: { name: `Policy ${count}`, steps } });
};
const makeRole = async () => {
  count += 1;
  return boss.call('roleCreate', { body: { name: `Role ${count}`, key: `role${count}`, permissions: [] } });
};
const MISSING = { status: 400, code: 40030 };
const CIRCLE = { status: 409, code: 40945, errors: [{ field: '/parentId' }] };

describe('a reference in a list or a line table', () => {
  it('is refused at its place if its target does not exist', async () => {
    const body = { name: 'Lost', managerId: userId, stations: [site.station.sn, 'NOPE'] };
    expect(await ask(boss, 'deptSave', { body })).toMatchObject({
      ...MISSING,
      msg: 'Sites does not exist',
      errors: [{ field: '/stations/1' }],
    });
    const role = await makeRole();
    const steps = [
      { after: 0, roles: [role.id] },
      { after: 5, roles: [role.id, 999_999], users: [userId, 999_998], channelId: 999_997 },
    ];
    const answer = await makePolicy(steps);
    expect(answer).toMatchObject(MISSING);
    expect(answer.errors?.map(({ field }) => field).sort()).toEqual([
      '/steps/1/channelId',
      '/steps/1/roles/1',
      '/steps/1/users/1',
    ]);
  });

  it('is checked when records change one by one, together or from a file', async () => {
    const dept = await makeDept({ stations: [site.station.sn] });
    const values = { stations: ['NOPE'] };
    const change = { body: { id: dept.id, version: dept.version, ...values } };
    expect(await ask(boss, 'deptUpdate', change)).toMatchObject(MISSING);
    const path = { entity: 'dept' };
    const bulk = { selection: { ids: [dept.id] }, expected: 1, values };
    expect(await ask(boss, 'recordBulkUpdate', { path, body: bulk })).toMatchObject(MISSING);
    const records = [{ id: dept.id, version: dept.version, ...values }];
    expect(await ask(boss, 'recordBatch', { path, body: { records } })).toMatchObject({
      ...MISSING,
      errors: [{ field: '/records/0/stations/0' }],
    });
    const label = { name: 'Hall', stationSn: site.station.sn, energyTypeId: 1, labelType: 'area' };
    const energyTypeId = (
      await boss.call('energyTypeCreate', { body: { name: 'Power', code: 'power', unit: 'kWh' } })
    ).id;
    const made = await boss.call('energyLabelCreate', { body: { ...label, energyTypeId } });
    const body = { id: made.id, version: made.version, variables: ['NOPE'] };
    expect((await ask(boss, 'energyLabelUpdate', { body })).status).toBe(400);
  });

  it('prevents deleting its target, and names the referring record', async () => {
    const other = await makeSite(boss);
    await boss.call('deviceVariableDelete', { path: { id: other.variable.id } });
    await boss.call('deviceDelete', { path: { id: other.device.id } });
    const dept = await makeDept({ stations: [other.station.sn] });
    const refused = await ask(boss, 'stationDelete', { path: { id: other.station.id } });
    expect(refused).toMatchObject({
      status: 409,
      code: 40932,
      msg: "This Station is in use (Department) and can't be deleted",
    });
    const path = { entity: 'station' };
    const body = { selection: { ids: [other.station.id] }, expected: 1 };
    expect(await ask(boss, 'recordBulkDelete', { path, body })).toMatchObject({ code: 40932 });
    await boss.call('deptUpdate', { body: { id: dept.id, version: dept.version, stations: [] } });
    await boss.call('stationDelete', { path: { id: other.station.id } });
  });

  it('in a line keeps a role, and data in the record keeps its targets as well', async () => {
    const role = await makeRole();
    expect((await makePolicy([{ after: 0, roles: [role.id] }])).status).toBe(200);
    expect(await ask(boss, 'roleDelete', { path: { id: role.id } })).toMatchObject({
      msg: "This Role is in use (Alarm notification policy) and can't be deleted",
    });
    const one = await makeSite(boss);
    const meter = await boss.call('deviceVariableCreate', {
      body: {
        ...{ deviceSn: one.device.sn, code: 'total', name: 'Total', unit: 'kWh' },
        ...{ dataType: 'number', kind: 'counter' },
      },
    });
    const { id: energyTypeId } = await boss.call('energyTypeCreate', {
      body: { name: 'Meter', code: 'meter', unit: 'kWh' },
    });
    const body = { name: 'Hall', stationSn: one.station.sn, energyTypeId, variables: [meter.sn] };
    await boss.call('energyLabelCreate', { body: { ...body, labelType: 'area' } });
    expect(await ask(boss, 'deviceDelete', { path: { id: one.device.id } })).toMatchObject({
      msg: "This Device is in use (Energy label) and can't be deleted",
    });
  });

  it('is not restored from the recycle bin without its target', async () => {
    const role = await makeRole();
    const { data: policy } = await makePolicy([{ after: 0, roles: [role.id] }]);
    await boss.call('alarmEscalationDelete', { path: { id: policy.id } });
    await boss.call('roleDelete', { path: { id: role.id } });
    const query = { entity: 'alarmEscalation' };
    const { records } = await boss.call('recycleBin', { query });
    const ids = records.filter(({ recordId }) => recordId === policy.id).map(({ id }) => id);
    const { failed } = await boss.call('recycleBinRestore', { body: { ids } });
    expect(failed).toMatchObject([{ field: '/steps/0/roles/0' }]);
  });

  it('and the deletion of its target do not both succeed in parallel', async () => {
    for (let round = 0; round < 5; round += 1) {
      const role = await makeRole();
      const [written, deleted] = await Promise.all([
        makePolicy([{ after: 0, roles: [role.id] }]),
        ask(boss, 'roleDelete', { path: { id: role.id } }),
      ]);
      expect([written.status, deleted.status].filter((status) => status === 200)).toHaveLength(1);
    }
  });

  it('is searched by an index, whatever the table contains', async () => {
    const rows = await runSql<{ name: string }>(
      server,
      `select indexdef as name from pg_indexes where indexdef like '%USING gin%jsonb_path_ops%' order by 1`,
    );
    const indexed = rows.map(({ name }) => /ON \S+?\.(\S+) USING gin \((\w+)/.exec(name)?.slice(1).join('.'));
    expect(indexed).toEqual(
      expect.arrayContaining(['dept.stations', 'alarm_escalation.steps', 'energy_label.variables']),
    );
  });
});

describe('a tree', () => {
  it('shows records in a cycle at the top', async () => {
    const [a, b] = [await makeDept(), await makeDept()];
    await changeRows(server, 'dept', { id: a.id }, { parent_id: b.id });
    await changeRows(server, 'dept', { id: b.id }, { parent_id: a.id });
    const tree = await boss.call('deptTreeManager');
    const [top] = tree.filter(({ id }) => id === a.id || id === b.id);
    expect(top?.children).toHaveLength(1);
    for (const { id } of [a, b]) await changeRows(server, 'dept', { id }, { parent_id: null });
  });

  it('refuses a cycle that two users create in parallel', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await makeDept(), await makeDept()];
      const answers = await Promise.all(
        [
          { ...a, parentId: b.id },
          { ...b, parentId: a.id },
        ].map(({ id, version, parentId }) => ask(boss, 'deptUpdate', { body: { id, version, parentId } })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)).toMatchObject(CIRCLE);
    }
  });

  it('refuses a cycle from a bulk change and from a file', async () => {
    const top = await makeDept();
    const below = await makeDept({ parentId: top.id });
    const path = { entity: 'dept' };
    const body = { selection: { ids: [top.id] }, expected: 1, values: { parentId: below.id } };
    expect(await ask(boss, 'recordBulkUpdate', { path, body })).toMatchObject({ status: 409, code: 40945 });
    const [a, b] = [await makeDept(), await makeDept()];
    const table = await tableFile([
      ['id', 'name', 'parentId'],
      [],
      [`${a.id}`, a.name, `${b.id}`],
      [`${b.id}`, b.name, `${a.id}`],
    ]);
    const check = await checkTable(boss, { entity: 'dept', mode: 'update' }, upload(table));
    const { report } = await importTable(boss, { entity: 'dept' }, check.job);
    expect(report.problems).toMatchObject([{ column: 'parentId' }]);
    const after = await Promise.all([a, b].map(({ id }) => boss.call('deptGet', { path: { id } })));
    expect(after.filter(({ parentId }) => parentId !== null)).toHaveLength(1);
  });
});
