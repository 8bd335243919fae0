/**
 * Determines the state of a device at a time. The dictionary `deviceState` contains the states and their symbols
 * (V172).
 */
import type { components } from '../../../generated/api.ts';
import { type DeviceBrief, ONLINE } from './status.ts';

export type DeviceState = components['schemas']['DeviceState'];

/** In kW. A device with less power counts as idle. */
const IDLE_KW = 0.05;

export interface DeviceMoment extends Pick<DeviceBrief, 'enabled' | 'isHeard' | 'lastTime' | 'status'> {
  /** True if its asset is being repaired. */
  inRepair: boolean;
  /** True if it has an open critical or major alarm. */
  hasFault: boolean;
  /** In kW. Null without a reported power. */
  power: number | null;
}

export function deviceStateAt(moment: DeviceMoment): DeviceState {
  const { enabled, isHeard, lastTime, status, inRepair, hasFault, power } = moment;
  if (inRepair) return 5;
  if (!enabled) return 0;
  if (!isHeard || lastTime === null) return 6;
  if (status !== ONLINE) return 10;
  if (hasFault) return 4;
  if (power === null) return 1;
  return Math.abs(power) < IDLE_KW ? 3 : 2;
}
