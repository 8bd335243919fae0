/** Collects the changes of a station between two events, with only the newest point of each variable. */
import type { LivePoint } from '../../platform/events.ts';
import { BAD } from '../telemetry/write/batch.ts';
import type { Audience } from './audience.ts';

export interface RaisedAlarm {
  stationSn: string;
  alarmId: number;
  status: number;
}

/** Mutable. Points arrive by the thousand, and copying the record for each would be too expensive. */
export interface StationChanges {
  newest: Map<string, LivePoint>;
  alarms: RaisedAlarm[];
}

/** Maximum number of alarms in an event. The next refresh of the page includes the others. */
const MAX_ALARMS = 200;

export const startChanges = (): StationChanges => ({ newest: new Map(), alarms: [] });

export const eventText = (name: string, data: unknown): string =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Adds a point. Returns false if the point is not newer. */
export function gatherPoint({ newest }: StationChanges, point: LivePoint): boolean {
  if (point.quality === BAD || point.ts < (newest.get(point.sn)?.ts ?? -Infinity)) return false;
  newest.set(point.sn, point);
  return true;
}

/** Adds an alarm. Returns false if the event is full. */
export function gatherAlarm({ alarms }: StationChanges, alarm: RaisedAlarm): boolean {
  if (alarms.length >= MAX_ALARMS) return false;
  alarms.push(alarm);
  return true;
}

/** Returns the event text for an audience. Empty if no change concerns the audience. */
export function writeChanges(
  { newest, alarms }: StationChanges,
  stationSn: string,
): (to: Audience) => string {
  const pointsText = (points: readonly LivePoint[]): string =>
    points.length > 0 ? eventText('points', { stationSn, points }) : '';
  const all = pointsText([...newest.values()]);
  const raised = alarms.map((alarm) => eventText('alarm', alarm)).join('');
  return ({ variables, alarms: seesAlarms }) => {
    const text = variables ? pointsText([...newest.values()].filter(({ sn }) => variables.has(sn))) : all;
    return text + (seesAlarms ? raised : '');
  };
}
