/** The rows of the alarm list. */
import { recordInstant } from '../../runtime/board/widget/period.ts';
import { objectData } from '../../runtime/board/widget/reading.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';

/** V027, decision 42: the status of an open alarm. */
export const ALARM_OPEN = 1;
export const ALARM_HANDLED = 0;
/** V080: the requested page of alarms. */
const PAGE = { status: `${ALARM_HANDLED},${ALARM_OPEN}`, current: 1, size: 5 };

/** Returns the needs. A saved record shows the alarms as of its end. */
export const alarmListNeeds = (_config: unknown, context: WidgetContext): NeedSpec[] => [
  { kind: 'alarms', ...PAGE, ...recordInstant(context) },
];

/** Returns whether alarms can be confirmed. They cannot in edit mode and in a saved record. */
export const confirmable = (
  { editing, historical }: Pick<WidgetContext, 'editing' | 'historical'>,
  may: boolean,
): boolean => may && !editing && historical === null;

export interface Alarm {
  id: number;
  reportTime: string;
  info: string;
  status: number;
  level: string;
  deviceName: string | null;
  checker: string | null;
  /** The suppression that was active when the alarm was raised. */
  suppressedBy?: string | null;
}

const isAlarm = (value: unknown): value is Alarm =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'id') === 'number' &&
  typeof Reflect.get(value, 'info') === 'string';

export interface AlarmPage {
  alarms: Alarm[];
  total: number;
}

export function readAlarms(results: readonly NeedResult[]): AlarmPage {
  const page = objectData(results[0]);
  const records = Array.isArray(page?.records) ? page.records.filter(isAlarm) : [];
  return { alarms: records, total: typeof page?.total === 'number' ? page.total : records.length };
}

export type AlarmState = 'open' | 'confirmed' | 'recovered' | 'suppressed';

/** V030, V031: returns the state of an alarm. A handled alarm without a checker has recovered automatically. */
export function alarmState(alarm: Pick<Alarm, 'status' | 'checker' | 'suppressedBy'>): AlarmState {
  if (alarm.status === ALARM_OPEN) return 'open';
  if (alarm.suppressedBy && !alarm.checker) return 'suppressed';
  return alarm.checker ? 'confirmed' : 'recovered';
}
