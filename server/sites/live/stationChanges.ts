/**
 * Gathers the changes of a station since its listeners were last informed, with only the newest point of each variable.
 */
import type { LivePoint } from '../../platform/events.ts';
import { BAD } from '../telemetry/write/batch.ts';
import type { Audience } from './audience.ts';

export interface RaisedAlarm {
  stationSn: string;
  alarmId: number;
  status: number;
}

/** It is filled in place. Points arrive by the thousand, and a copy for each would cost more than the points. */
export interface StationChanges {
  newest: Map<string, LivePoint>;
  alarms: RaisedAlarm[];
}

/** Maximum number of alarms that are sent at a time. The next refresh counts the others. */
const MAX_ALARMS = 200;

export const startChanges = (): StationChanges => ({ newest: new Map(), alarms: [] });

export const eventText = (name: string, data: unknown): string =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Adds a point. Returns false if it contains nothing new. */
export function gatherPoint({ newest }: StationChanges, point: LivePoint): boolean {
  if (point.quality === BAD || point.ts < (newest.get(point.sn)?.ts ?? -Infinity)) return false;
  newest.set(point.sn, point);
  return true;
}

/** Adds an alarm. Returns false if there are too many already. */
export function gatherAlarm({ alarms }: StationChanges, alarm: RaisedAlarm): boolean {
  if (alarms.length >= MAX_ALARMS) return false;
  alarms.push(alarm);
  return true;
}

/** Returns the text of a stream for an audience. It is empty if nothing concerns them. */
export function writeChanges(
  { newest, alarms }: StationChanges,
  stationSn: string,
): (to: Audience) => string {
  const pointsText = (points: readonly LivePoint[]): string =>
    points.length > 0 ? eventText('points', { stationSn, points }) : '';
  const all = pointsText([...newest.values()]);
  const raised = alarms.map((alarm) => eventText('alarm', alarm)).join('');
  return ({ variables, alarms: hearsAlarms }) => {
    const text = variables ? pointsText([...newest.values()].filter(({ sn }) => variables.has(sn))) : all;
    return text + (hearsAlarms ? raised : '');
  };
}
