import type { Calls } from '../../generated/calls.ts';
import type { CallContext } from '../context.ts';
import { alarmCalls } from './alarm.ts';
import { alarmConfigCalls } from './alarmConfig.ts';
import { authCalls } from './auth.ts';
import { dashboardCalls } from './dashboard.ts';
import { deviceCalls } from './device.ts';
import { kanbanCalls } from './kanban.ts';
import { liveCalls } from './live.ts';
import { stationCalls } from './station.ts';
import { telemetryCalls } from './telemetry.ts';
import { uploadCalls } from './upload.ts';
import { userCalls } from './user.ts';
import { variableDataCalls } from './variableData.ts';

/** What serves every operation that no generic action serves; one that is missing is a type error. */
export const calls: Calls<CallContext> = {
  ...alarmCalls,
  ...alarmConfigCalls,
  ...authCalls,
  ...dashboardCalls,
  ...deviceCalls,
  ...kanbanCalls,
  ...liveCalls,
  ...stationCalls,
  ...telemetryCalls,
  ...uploadCalls,
  ...userCalls,
  ...variableDataCalls,
};
