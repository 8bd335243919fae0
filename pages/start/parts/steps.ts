import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { listRecords } from '../../../runtime/record/calls/useRecords.ts';
import { narrowFixed } from '../../../runtime/record/query/fixed.ts';
import type texts from '../texts.json';

type StepKey<Text = keyof typeof texts> = Text extends `start.step.${infer Key}` ? Key : never;

/** Something to be set up, with the page where that is done. */
export interface Step {
  /** The end of the key of its text. */
  key: StepKey;
  path: string;
  isDone(signal: AbortSignal): Promise<boolean>;
}

const hasRecords =
  (entity: string, least: number, where?: { stationSn: string }): Step['isDone'] =>
  async (signal) => {
    const query = { ...narrowFixed({}, where), current: 1, size: 1 };
    const { total } = await listRecords(entityOf(entity), query, signal);
    return total >= least;
  };

const tenantStep = (entity: StepKey, path: string, least = 1): Step => ({
  ...{ key: entity, path },
  isDone: hasRecords(entity, least),
});

/** Knows what a new tenant needs until it watches its stations, in this order. */
export const TENANT_STEPS: readonly Step[] = [
  tenantStep('station', '/main/ems/Setting/siteManage'),
  tenantStep('channel', '/main/ems/Setting/communicationConnection'),
  tenantStep('device', '/main/ems/Setting/communicationEquipment'),
  tenantStep('energyLabel', '/main/ems/map/configuration/energySetting/labels'),
  tenantStep('stationChargeConfig', '/main/ems/map/configuration/electricityPrice'),
  tenantStep('board', '/main/ems/map/monitor/dashboard'),
  tenantStep('alarmGenerater', '/main/ems/map/warning/trigger'),
  tenantStep('notificationChannel', '/main/ems/map/warning/rule/channel'),
  // Whoever reads this is there already.
  tenantStep('user', '/main/operation/user', 2),
];

const hasData =
  (sn: string): Step['isDone'] =>
  async (signal) => {
    const { communicationStatusDetail: devices } = await call(
      'stationStatus',
      { path: { sn } },
      { quiet: true, signal },
    );
    return devices.some(({ lastTime }) => lastTime !== null);
  };

const hasBoard =
  (stationSn: string): Step['isDone'] =>
  async (signal) => {
    const { version } = await call('kanbanGet', { path: { stationSn } }, { quiet: true, signal });
    return version > 0;
  };

/** Knows what a station needs until it is watched. */
export function stationSteps(stationSn: string): Step[] {
  const pathOf = (path: string) => `${path}?station=${encodeURIComponent(stationSn)}`;
  const step = (entity: StepKey, path: string): Step => ({
    ...{ key: entity, path: pathOf(path) },
    isDone: hasRecords(entity, 1, { stationSn }),
  });
  return [
    step('device', '/main/ems/Setting/communicationEquipment'),
    { key: 'data', path: pathOf('/main/ems/map/equipDetail'), isDone: hasData(stationSn) },
    step('energyLabel', '/main/ems/map/configuration/energySetting/labels'),
    step('stationChargeConfig', '/main/ems/map/configuration/electricityPrice'),
    { key: 'board', path: pathOf('/main/ems/map/monitor/dashboard'), isDone: hasBoard(stationSn) },
    step('alarmGenerater', '/main/ems/map/warning/trigger'),
    step('deviceDiagram', '/main/ems/map/configuration/siteTopo'),
  ];
}

/** Tells step by step what is done; one that nobody here may look into is taken to be. */
export const readDone = (steps: readonly Step[], signal: AbortSignal): Promise<boolean[]> =>
  Promise.all(steps.map(({ isDone }) => isDone(signal).catch(() => true)));

/** Tells whether the tour is for somebody who may set the tenant up. */
export const leadsTenant = (can: (permission: string) => boolean): boolean =>
  ['station:create', 'alarmGenerater:create', 'user:create'].every(can);
