/**
 * Limits a notification to the facts that its recipient may read. Observers need access to the alarm, and fields hidden
 * by roles are replaced.
 */

import { fieldAccess } from '../../../runtime/core/access/fieldAccess.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import type { Caller } from '../../engine/access/asker.ts';
import { recordScope } from '../../engine/access/recordScope.ts';
import { readRights } from '../../engine/access/rights.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { AlarmFacts } from './message.ts';

/** Facts with the field of each, and the text that replaces a hidden fact. */
const SOURCES = [
  ['info', 'alarm', 'info', ''],
  ['checker', 'alarm', 'checker', null],
  ['stationName', 'station', 'name', null],
  ['deviceName', 'device', 'name', null],
  ['variableName', 'deviceVariable', 'name', null],
  ['rule', 'alarmGenerater', 'name', null],
] as const satisfies readonly (readonly [keyof AlarmFacts, string, string, string | null])[];

export function concealFacts(alarm: AlarmFacts, reader: Caller): AlarmFacts {
  const hidden = SOURCES.filter(
    ([, entity, field]) => fieldAccess(reader, entityOf(entity), field) === 'hidden',
  );
  return { ...alarm, ...Object.fromEntries(hidden.map(([fact, , , instead]) => [fact, instead])) };
}

const ALARM = entityOf('alarm');

/** Returns whether a person may be notified. Observers receive only alarms of their stations. */
const mayRead = (reader: Caller, { stationSn }: AlarmFacts): boolean =>
  !reader.readOnly || (reader.stations.includes(stationSn) && recordScope(reader, ALARM, 'list') !== null);

/** Returns the facts as each person may read them. People who left, or who observe other stations, are not included. */
export async function readFactsFor(
  trx: Trx,
  tenantId: number,
  alarm: AlarmFacts,
  userIds: Iterable<number>,
): Promise<ReadonlyMap<number, AlarmFacts>> {
  const facts = new Map<number, AlarmFacts>();
  for (const id of userIds) {
    const reader = await readRights(trx, tenantId, id);
    if (reader && mayRead(reader, alarm)) facts.set(id, concealFacts(alarm, reader));
  }
  return facts;
}
