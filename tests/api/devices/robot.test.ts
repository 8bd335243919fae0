/** A robot is a device over MQTT. It carries out missions, reads their points and obeys commands (S12). */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RobotMission } from '../../../generated/types.ts';
import { ask } from '../../support/calls/ask.ts';
import type { Client } from '../../support/calls/client.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import {
  type ConnectedRobot,
  connectRobot,
  followRobotsLater,
  HOT,
  type MadeRobot,
  makeRobot,
} from '../../support/devices/robot.ts';
import { makePerson, PASSWORD } from '../../support/people/people.ts';
import { makeInspection, moveTemplate, readInspection } from '../../support/records/inspections.ts';
import { login } from '../../support/server/server.ts';
import { until } from '../../support/telemetry/site.ts';

const { server, operator, stranger } = serveOperators();

const MINUTE_MS = 60_000;
const fromNow = (minutes: number): string => new Date(Date.now() + minutes * MINUTE_MS).toISOString();

let made: MadeRobot;
let device: ConnectedRobot | null = null;

beforeAll(async () => {
  made = await makeRobot(operator);
});
afterEach(async () => {
  await device?.end();
  device = null;
});

const connect = async (robot: MadeRobot = made): Promise<ConnectedRobot> => {
  device = await connectRobot(server, robot);
  return device;
};

const plan = (robotId: number, from: number, to: number, more: object = {}): Promise<RobotMission> =>
  operator.call('robotMissionCreate', {
    body: { name: 'Night round', robotId, startsAt: fromNow(from), endsAt: fromNow(to), ...more },
  });
const read = (id: number): Promise<RobotMission> => operator.call('robotMissionGet', { path: { id } });
const reaches = (id: number, state: string): Promise<RobotMission> =>
  until(
    () => read(id),
    (mission) => mission.state === state,
  );

/** Waits until the robot carries out this mission, or none if the id is 0. */
const drives = (one: ConnectedRobot, missionId: number) =>
  until(
    async () => one.state(),
    ({ mission }) => mission === missionId,
  );

async function act(client: Client, entity: 'robot' | 'robotMission', id: number, name: string, form = {}) {
  const { version } = await client.call(`${entity}Get`, { path: { id } });
  return ask(client, 'recordTransition', { path: { entity, id }, body: { name, version, form } });
}

const readingsOf = async (missionId: number) =>
  (
    await operator.call('robotRecordPage', {
      query: { filter: JSON.stringify({ and: [{ field: 'missionId', op: 'eq', value: missionId }] }) },
    })
  ).records.toSorted((one, other) => one.number - other.number);

describe('a mission', () => {
  it('starts as planned, reads its points, finds the hot joint and ends', async () => {
    const { robot, stationSn, device: own } = made;
    await operator.call('alarmGeneraterCreate', {
      body: {
        ...{ name: 'Hot joint', kind: 'threshold', stationSn, deviceSn: own.sn, level: 'major' },
        ...{ variableSn: `${own.sn}-joint3`, operator: '>', threshold: 70 },
      },
    });
    const one = await connect();
    const { id } = await plan(robot.id, -1, 60);
    expect(await reaches(id, 'running')).toMatchObject({ toRead: 3, startedAt: /./ });
    await drives(one, id);
    await one.pass(2 * MINUTE_MS);
    expect(await reaches(id, 'done')).toMatchObject({ read: 3, findings: 1, progress: 100 });
    const readings = await readingsOf(id);
    expect(readings.map(({ number, verdict, value }) => [number, verdict, value])).toEqual([
      [1, 'normal', 41],
      [2, 'seen', null],
      [3, 'finding', HOT],
    ]);
    expect(readings[2]).toMatchObject({ unit: '°C', upper: 70, stationSn });
    for (const { photos } of readings) expect(photos).toHaveLength(1);
    const found = await operator.call('robotRecordGet', { path: { id: readings[2]!.id } });
    expect(found).toMatchObject({ missionId: id, verdict: 'finding' });
    const alarms = () =>
      operator.call('alarmPage', {
        query: { filter: JSON.stringify({ and: [{ field: 'stationSn', op: 'eq', value: stationSn }] }) },
      });
    const { records } = await until(alarms, ({ total }) => total > 0);
    expect(records[0]).toMatchObject({ variableSn: `${own.sn}-joint3`, value: /78/ });
  });

  it('fills the item of its inspection, and creates a defect of its asset', async () => {
    const inspection = await makeInspection(operator);
    const asset = await operator.call('assetCreate', {
      body: { name: 'Busbar', stationSn: inspection.stationSn, category: 'battery' },
    });
    const other = await makeRobot(operator, { 3: { item: 'Temperature', assetId: asset.id } });
    const one = await connect(other);
    const { id } = await plan(other.robot.id, -1, 60, { inspectionId: inspection.id });
    await drives(one, id);
    await one.pass(2 * MINUTE_MS);
    await reaches(id, 'done');
    const { items } = await readInspection(operator, inspection.id);
    const item = items!.find(({ name }) => name === 'Temperature');
    expect(item).toMatchObject({ value: HOT, verdict: 'abnormal', remark: /Joint 3/ });
    expect(item!.photos).toHaveLength(1);
    const filter = JSON.stringify({ and: [{ field: 'assetId', op: 'eq', value: asset.id }] });
    const { records } = await operator.call('defectRecordPage', { query: { filter } });
    expect(records).toMatchObject([{ name: 'Joint 3', level: 'serious', state: 'reported' }]);
  });

  it('fills an item without a picture, unless the item requires one', async () => {
    const { id: templateId } = await operator.call('inspectionTemplateCreate', {
      body: {
        name: 'Without a camera',
        items: [
          { name: 'Warm', kind: 'number', upper: 60 },
          { name: 'Hot', kind: 'number', upper: 60 },
          { name: 'Shown', kind: 'number', upper: 60, photo: true },
        ],
      },
    });
    await moveTemplate(operator, templateId, 'release');
    const inspect = () => makeInspection(operator, { templateId });
    const [limits, shown] = [await inspect(), await inspect()];
    const blind = async (items: Readonly<Record<number, object>>, inspectionId: number) => {
      const other = await makeRobot(operator, items);
      const { id: robotId, version } = await operator.call('robotGet', { path: { id: other.robot.id } });
      await operator.call('robotUpdate', { body: { id: robotId, version, ipcId: null } });
      const one = await connect(other);
      const { id } = await plan(robotId, -1, 60, { inspectionId });
      await drives(one, id);
      await one.pass(2 * MINUTE_MS);
      expect(await reaches(id, 'done')).toMatchObject({ read: 3 });
      const { items: rows } = await readInspection(operator, inspectionId);
      return Object.fromEntries(rows!.map(({ name, value }) => [name, value ?? null]));
    };
    const first = await blind({ 1: { item: 'Warm' }, 3: { item: 'Hot' } }, limits.id);
    expect(first).toEqual({ Warm: 41, Hot: null, Shown: null });
    expect(await blind({ 1: { item: 'Shown' } }, shown.id)).toEqual({ Warm: null, Hot: null, Shown: null });
  });

  it('is interrupted by a low battery, and continues after charging', async () => {
    const other = await makeRobot(operator);
    const one = await connect(other);
    const { id } = await plan(other.robot.id, -1, 60);
    await drives(one, id);
    one.become({ battery: 20.05 });
    await one.pass(30_000);
    expect(await reaches(id, 'paused')).toMatchObject({ pausedFor: 'charging', charges: 1 });
    const refused = await act(operator, 'robotMission', id, 'resume');
    expect(refused).toMatchObject({ status: 409, msg: /automatically/ });
    await one.pass(20 * MINUTE_MS);
    expect(await reaches(id, 'done')).toMatchObject({ read: 3, charges: 1 });
  });

  it('is paused by a blocked path, and aborted after ten minutes', async () => {
    const other = await makeRobot(operator);
    const one = await connect(other);
    const { id } = await plan(other.robot.id, -1, 60);
    await drives(one, id);
    one.block(true);
    await one.pass(10_000);
    expect(await reaches(id, 'paused')).toMatchObject({ pausedFor: 'blocked' });
    await followRobotsLater(server, 5 * MINUTE_MS);
    expect(await read(id)).toMatchObject({ state: 'paused' });
    await followRobotsLater(server, 11 * MINUTE_MS);
    expect(await read(id)).toMatchObject({ state: 'aborted', ended: 'blocked' });
    // The platform sends the robot home. It then reports no mission.
    await drives(one, 0);
  });

  it('is sent again with the remaining points to a robot that lost it', async () => {
    const other = await makeRobot(operator);
    const one = await connect(other);
    const { id } = await plan(other.robot.id, -1, 60);
    await drives(one, id);
    await one.pass(10_000);
    await until(
      () => readingsOf(id),
      (readings) => readings.length === 1,
    );
    one.become({ mission: 0, missionState: 'none', points: [], mode: 'idle' });
    await one.pass(1_000);
    await followRobotsLater(server, MINUTE_MS);
    await drives(one, id);
    expect(one.state().points.map(({ n }) => n)).toEqual([2, 3]);
    await one.pass(2 * MINUTE_MS);
    expect(await reaches(id, 'done')).toMatchObject({ read: 3 });
  });

  it('does not overlap with another mission of its robot, even if both are sent in parallel', async () => {
    const { robot } = await makeRobot(operator);
    const body = (from: number, to: number) => ({
      ...{ name: 'Round', robotId: robot.id, startsAt: fromNow(from), endsAt: fromNow(to) },
    });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ask(operator, 'robotMissionCreate', { body: body(60, 120) })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, errors } of answers.filter(({ status }) => status !== 200)) {
      expect(status).toBe(409);
      expect(errors).toMatchObject([{ field: '/startsAt', msg: /“Round”/ }]);
    }
    expect(await ask(operator, 'robotMissionCreate', { body: body(121, 180) })).toMatchObject({
      status: 200,
    });
  });

  it('fails if its robot was silent for the whole time', async () => {
    const { robot } = await makeRobot(operator);
    const { id } = await plan(robot.id, -10, 5);
    await followRobotsLater(server, MINUTE_MS);
    expect(await read(id)).toMatchObject({ state: 'planned' });
    await followRobotsLater(server, 6 * MINUTE_MS);
    expect(await read(id)).toMatchObject({ state: 'failed', ended: 'missed' });
  });
});

describe('commands', () => {
  it('pause, resume and abort a mission, drive to a point and home; the log contains each answer', async () => {
    const other = await makeRobot(operator);
    const { robot } = other;
    const one = await connect(other);
    const { id } = await plan(robot.id, -1, 60);
    await drives(one, id);
    expect(await act(operator, 'robot', robot.id, 'home')).toMatchObject({ status: 409, msg: /mission/ });
    for (const [name, mode] of [
      ['pause', 'paused'],
      ['resume', 'driving'],
    ] as const) {
      expect(await act(operator, 'robotMission', id, name)).toMatchObject({ status: 200 });
      await until(
        async () => one.state(),
        (state) => state.mode === mode,
      );
    }
    expect(await act(operator, 'robotMission', id, 'abort')).toMatchObject({ status: 200 });
    await drives(one, 0);
    await one.pass(MINUTE_MS);
    const { points } = await operator.call('robotGet', { path: { id: robot.id } });
    const drive = await act(operator, 'robot', robot.id, 'drive', { pointId: points![1]!.id });
    expect(drive).toMatchObject({ status: 200 });
    await until(
      async () => one.state(),
      (state) => state.mode === 'driving',
    );
    await one.pass(MINUTE_MS);
    const gate = await operator.call('robotPointGet', { path: { id: points![1]!.id! } });
    expect(one.state()).toMatchObject({ x: gate.x, y: gate.y, mode: 'idle' });
    expect(await act(operator, 'robot', robot.id, 'home')).toMatchObject({ status: 200 });
    const log = () => operator.call('robotLogPage', { query: { robotId: robot.id } });
    const { records } = await until(
      log,
      ({ records: all }) => all.length === 6 && all.every(({ state }) => state !== 'requested'),
    );
    expect(records.toReversed().map(({ command, state }) => `${command} ${state}`)).toEqual(
      ['mission', 'pause', 'resume', 'home', 'drive', 'home'].map((command) => `${command} acknowledged`),
    );
    const last = await operator.call('robotLogGet', { path: { id: records[0]!.id } });
    expect(last).toMatchObject({ answer: /success/, requestedBy: /./ });
    // The platform stores what the robot reports.
    await one.pass(1_000);
    await until(
      () => operator.call('robotGet', { path: { id: robot.id } }),
      ({ battery, online }) => battery !== null && online === true,
    );
  });

  it('are refused while the robot is offline, and change nothing', async () => {
    const { robot } = await makeRobot(operator);
    const { points } = await operator.call('robotGet', { path: { id: robot.id } });
    const drive = await act(operator, 'robot', robot.id, 'drive', { pointId: points![0]!.id });
    expect(drive).toMatchObject({ status: 409, msg: /offline/ });
    const { id } = await plan(robot.id, 60, 120);
    expect(await act(operator, 'robotMission', id, 'start')).toMatchObject({ status: 409, msg: /offline/ });
    expect(await read(id)).toMatchObject({ state: 'planned', startedAt: null });
    expect((await operator.call('robotLogPage', { query: { robotId: robot.id } })).total).toBe(0);
  });

  it('are refused for a robot without points, or without a device', async () => {
    const { robot } = await makeRobot(operator);
    const { version } = await operator.call('robotGet', { path: { id: robot.id } });
    await operator.call('robotUpdate', { body: { id: robot.id, version, points: [] } });
    const { id } = await plan(robot.id, 60, 120);
    expect(await act(operator, 'robotMission', id, 'start')).toMatchObject({ status: 409, msg: /points/ });
    const bare = await operator.call('robotCreate', {
      body: { name: 'Bare', stationSn: made.stationSn, kind: 'rail', planWidth: 10, planHeight: 10 },
    });
    expect(await act(operator, 'robot', bare.id, 'home')).toMatchObject({ status: 409, msg: /action/ });
    await operator.call('robotDelete', { path: { id: bare.id } });
  });
});

describe('rights', () => {
  it('keep another tenant out', async () => {
    const path = { id: made.robot.id };
    await expect(stranger.call('robotGet', { path })).rejects.toMatchObject({ status: 404 });
    for (const call of [
      ...(['robotPage', 'robotMissionPage', 'robotRecordPage', 'robotLogPage'] as const),
      ...(['robotServicePage', 'robotPointPage'] as const),
    ])
      expect((await stranger.call(call, {})).total).toBe(0);
    const body = { name: 'Round', robotId: made.robot.id, startsAt: fromNow(300), endsAt: fromNow(310) };
    expect(await ask(stranger, 'robotMissionCreate', { body })).toMatchObject({ status: 400 });
  });

  it('let operators drive and plan, and let sales only read', async () => {
    const signIn = async (role: string) =>
      login(server, (await makePerson(server, [operator.tenantId], { role })).username, PASSWORD);
    const [worker, sales] = await Promise.all(['operator', 'sales'].map(signIn));
    const { robot } = await makeRobot(operator);
    const body = { name: 'Round', robotId: robot.id, startsAt: fromNow(300), endsAt: fromNow(310) };
    const { id } = await worker!.call('robotMissionCreate', { body });
    const { version } = await worker!.call('robotMissionUpdate', { body: { id, version: 1, name: 'Later' } });
    expect(version).toBe(2);
    await worker!.call('robotMissionDelete', { path: { id } });
    const again = await worker!.call('robotMissionCreate', { body });
    expect(await act(worker!, 'robotMission', again.id, 'abort')).toMatchObject({ status: 200 });
    expect(await ask(worker!, 'robotMissionDelete', { path: { id: again.id } })).toMatchObject({
      status: 409,
    });
    expect(await act(sales!, 'robot', robot.id, 'home')).toMatchObject({ status: 403 });
    expect(await ask(sales!, 'robotMissionCreate', { body })).toMatchObject({ status: 403 });
    const upkeep = { name: 'Wheels', robotId: robot.id, kind: 'drive' as const, nextOn: '2099-01-01' };
    const made = await worker!.call('robotServiceCreate', { body: upkeep });
    await worker!.call('robotServiceUpdate', { body: { id: made.id, version: made.version, hours: 2 } });
    expect(await worker!.call('robotServiceGet', { path: { id: made.id } })).toMatchObject({ hours: 2 });
    await operator.call('robotServiceDelete', { path: { id: made.id } });
    expect(await operator.call('robotGet', { path: { id: robot.id } })).toMatchObject({ serviceOn: null });
    expect(await ask(worker!, 'robotServiceDelete', { path: { id: made.id } })).toMatchObject({
      status: 403,
    });
  });
});
