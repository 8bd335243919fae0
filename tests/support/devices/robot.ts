/** A robot with its station, device, points and camera. A simulated robot takes the place of its device over MQTT. */
import {
  advanceRobot,
  obeyRobot,
  type RobotSpec,
  type RobotState,
  reportOf,
  startRobot,
} from '../../../demo/robots/robot.ts';
import type { Device, Robot } from '../../../generated/types.ts';
import { followRobots } from '../../../server/sites/robots/index.ts';
import type { Client } from '../calls/client.ts';
import type { TestServer } from '../server/server.ts';
import { makeSite } from '../telemetry/site.ts';
import { listenMqtt } from './listenMqtt.ts';

export interface MadeRobot {
  robot: Robot;
  device: Device;
  stationSn: string;
}

const REPORTED = ['x', 'y', 'heading', 'battery', 'mode', 'mission', 'missionState', 'point', 'joint3'];
export const HOT = 78;

/**
 * Makes a robot with three points. Two are measured and may have at most 70 °C. At the third, the robot only takes a
 * picture.
 */
export async function makeRobot(
  client: Client,
  points: Readonly<Record<number, object>> = {},
): Promise<MadeRobot> {
  const { station } = await makeSite(client);
  const stationSn = station.sn!;
  const body = { sn: `${stationSn}-ROB`, name: 'Robot', stationSn, type: 'other' as const };
  const device = await client.call('deviceCreate', { body });
  const deviceSn = device.sn;
  for (const code of [...REPORTED, 'joint1'])
    await client.call('deviceVariableCreate', {
      body: {
        deviceSn,
        code,
        name: code,
        unit: code.startsWith('joint') ? '°C' : '',
        dataType: 'number',
        kind: 'gauge',
      },
    });
  for (const [code, dataType] of [
    ['order', 'text'],
    ['action', 'number'],
  ] as const)
    await client.call('deviceVariableCreate', {
      body: { deviceSn, code, name: code, dataType, kind: 'gauge', writable: true },
    });
  const camera = await client.call('ipcCreate', {
    body: { name: 'On the robot', stationSn, protocol: 'simulated', kind: 'thermal' },
  });
  const joint = (number: number, x: number, y: number) => ({
    ...{ number, name: `Joint ${number}`, kind: 'thermal', x, y, upper: 70 },
    ...{ variableSn: `${deviceSn}-joint${number}`, ...points[number] },
  });
  const robot = await client.call('robotCreate', {
    body: {
      ...{ name: 'Robot', stationSn, kind: 'wheeled', deviceSn, ipcId: camera.id },
      ...{ planWidth: 20, planHeight: 20, dockX: 0, dockY: 0 },
      points: [
        joint(1, 4, 0),
        { number: 2, name: 'Gate', kind: 'picture', x: 4, y: 4, ...points[2] },
        joint(3, 0, 4),
      ],
    },
  });
  return { robot, device, stationSn };
}

export interface ConnectedRobot {
  /** Advances the robot's clock by these milliseconds. Resolves when its reports are stored. */
  pass(ms: number): Promise<void>;
  state(): RobotState;
  /** Blocks the path, or clears it. */
  block(isBlocked: boolean): void;
  /** Changes the state of the robot. */
  become(state: Partial<RobotState>): void;
  end(): Promise<void>;
}

/**
 * Connects a simulated robot in place of a device. The test sets its clock, but its timestamps are the current time.
 */
export async function connectRobot(
  server: TestServer,
  { device }: Pick<MadeRobot, 'device'>,
): Promise<ConnectedRobot> {
  let isBlocked = false;
  const spec: RobotSpec = {
    dock: { x: 0, y: 0 },
    measure: ({ n }) => (n === 3 ? HOT : 40 + n),
    isBlocked: () => isBlocked,
  };
  let state = startRobot(spec, 0);
  let last = 0;
  const { client } = await listenMqtt(server.mqttPort!, device.token!, 5);
  const report = async (values: object): Promise<void> => {
    last = Math.max(Date.now(), last + 1);
    await client.publishAsync('v1/devices/me/telemetry', JSON.stringify({ ts: last, values }), { qos: 1 });
  };
  client.on('message', (topic, payload) => {
    const { params } = JSON.parse(payload.toString()) as { params: Record<string, unknown> };
    const obeyed = obeyRobot(state, params);
    state = obeyed.state;
    void client.publishAsync(topic.replace('request', 'response'), JSON.stringify(obeyed.answer), { qos: 1 });
  });
  await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
  await report(reportOf(state));
  return {
    async pass(ms) {
      const passed = advanceRobot(state, state.at + ms, spec);
      state = passed.state;
      for (const { values } of passed.reports) await report(values);
      await report(reportOf(state));
    },
    state: () => state,
    block(next) {
      isBlocked = next;
    },
    become(next) {
      state = { ...state, ...next };
    },
    end: () => client.endAsync(),
  };
}

/** Checks all robots once, as if it were this number of milliseconds later. */
export const followRobotsLater = ({ app }: TestServer, ms: number) =>
  followRobots(app.services, Date.now() + ms);
