/** Validates a station's answer about itself (C001). */
import { recordInstant } from './period.ts';
import type { NeedSpec, WidgetContext } from './widget.ts';

/** Returns the needs for a saved record: the numbers of open alarms and tasks at the end of its month. */
export const stationStatusNeeds = (_config: unknown, context: WidgetContext): NeedSpec[] => [
  { kind: 'stationStatus', ...recordInstant(context) },
];

export interface DeviceState {
  sn: string;
  name: string;
  online: boolean;
  /** Time of the station's last data, in milliseconds. */
  heard: number | null;
}

/** V028: the station and its devices report 1 for normal. Any other value is not normal. */
const ONLINE = 1;

/** V034: returns whether the station is online. */
export const isCommunicating = (status: Record<string, unknown> | null): boolean =>
  status?.communicationStatus === ONLINE;

function readDevice(row: unknown): DeviceState[] {
  if (typeof row !== 'object' || row === null) return [];
  const { deviceSn, deviceName, status, lastTime } = row as Record<string, unknown>;
  if (typeof deviceSn !== 'string') return [];
  const lastSeenAt = typeof lastTime === 'string' ? Date.parse(lastTime) : Number.NaN;
  return [
    {
      sn: deviceSn,
      name: typeof deviceName === 'string' && deviceName !== '' ? deviceName : deviceSn,
      online: status === ONLINE,
      heard: Number.isNaN(lastSeenAt) ? null : lastSeenAt,
    },
  ];
}

/** Returns the devices, sorted by name. Devices that do not report are first. */
export function readDevices(status: Record<string, unknown> | null): DeviceState[] {
  const rows = status?.communicationStatusDetail;
  const devices = Array.isArray(rows) ? rows.flatMap(readDevice) : [];
  return [...devices].sort((a, b) => Number(a.online) - Number(b.online));
}

/** V033: returns the number of open tasks. An invalid value counts as zero. */
export function openTasks(status: Record<string, unknown> | null): number {
  const amount = status?.unclosedTaskAmount;
  return typeof amount === 'number' && amount > 0 ? amount : 0;
}
