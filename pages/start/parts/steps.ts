import '../../../runtime/core/definitions/allEntities.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { ApiError } from '../../../runtime/kit/api/errors.ts';
import { useSession } from '../../../runtime/kit/session/session.ts';
import { listRecords } from '../../../runtime/record/calls/useRecords.ts';
import { narrowFixed } from '../../../runtime/record/query/fixed.ts';
import type { ServerNode } from '../../../runtime/record/query/group.ts';
import type texts from '../texts.json';

type StepKey<Text = keyof typeof texts> = Text extends `start.step.${infer Key}` ? Key : never;

const FORBIDDEN = 403;

/** A setup step, with its page. */
export interface Step {
  /** The last part of its text key. */
  key: StepKey;
  path: string;
  isDone(signal: AbortSignal): Promise<boolean>;
}

const hasRecords =
  (entity: string, where: { stationSn: string }): Step['isDone'] =>
  async (signal) => {
    const query = { ...narrowFixed({}, where), current: 1, size: 1 };
    const { total } = await listRecords(entityOf(entity), query, signal);
    return total > 0;
  };

/** Filter for records created by users. Demo records have no creator. */
const BY_PERSON: ServerNode[] = [{ field: 'createdBy', op: 'empty', value: false }];

/** Filter that excludes simulated devices. Devices may also be added automatically at their first data. */
const NOT_SIMULATED: ServerNode[] = [
  {
    or: [
      { field: 'simulated', op: 'empty', value: true },
      { field: 'simulated', op: 'eq', value: false },
    ],
  },
];

const othersOf = (userId: number | undefined): ServerNode[] => [
  ...BY_PERSON,
  { field: 'id', op: 'ne', value: userId },
];

const tenantStep = (entity: StepKey, path: string, nodes = () => BY_PERSON): Step => ({
  key: entity,
  path,
  async isDone(signal) {
    const query = { filter: JSON.stringify({ and: nodes() }), current: 1, size: 1 };
    const { total } = await listRecords(entityOf(entity), query, signal);
    return total > 0;
  },
});

/** The setup steps of a new tenant in order, up to monitored stations. */
export const TENANT_STEPS: readonly Step[] = [
  tenantStep('station', '/main/ems/Setting/siteManage'),
  tenantStep('channel', '/main/ems/Setting/communicationConnection'),
  tenantStep('device', '/main/ems/Setting/communicationEquipment', () => NOT_SIMULATED),
  tenantStep('energyLabel', '/main/ems/map/configuration/energySetting/labels'),
  tenantStep('stationChargeConfig', '/main/ems/map/configuration/electricityPrice'),
  tenantStep('board', '/main/ems/map/monitor/dashboard'),
  tenantStep('alarmGenerater', '/main/ems/map/warning/trigger'),
  tenantStep('notificationChannel', '/main/ems/map/warning/rule/channel'),
  tenantStep('user', '/main/operation/user', () => othersOf(useSession.getState().user?.userId)),
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

/** Returns the setup steps of a station. */
export function stationSteps(stationSn: string): Step[] {
  const pathOf = (path: string) => `${path}?station=${encodeURIComponent(stationSn)}`;
  const step = (entity: StepKey, path: string): Step => ({
    ...{ key: entity, path: pathOf(path) },
    isDone: hasRecords(entity, { stationSn }),
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

/** Returns whether a step is completed. A step that this user may not see counts as completed. */
async function readStep({ isDone }: Step, signal: AbortSignal): Promise<boolean> {
  try {
    return await isDone(signal);
  } catch (error) {
    if (error instanceof ApiError && error.status === FORBIDDEN) return true;
    throw error;
  }
}

/** Returns the completion of each step. */
export const readDone = (steps: readonly Step[], signal: AbortSignal): Promise<boolean[]> =>
  Promise.all(steps.map((step) => readStep(step, signal)));

/** Returns whether the user may set up the tenant, and so gets the tour. */
export const leadsTenant = (can: (permission: string) => boolean): boolean =>
  ['station:create', 'alarmGenerater:create', 'user:create'].every(can);
