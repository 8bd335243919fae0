/** People are told of an alarm what they may read of it: an observer of it alone, and no field that roles hide. */

import { fieldAccess } from '../../../runtime/core/access/fieldAccess.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import type { Asker } from '../../engine/access/asker.ts';
import { recordScope } from '../../engine/access/recordScope.ts';
import { readRights } from '../../engine/access/rights.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { AlarmFacts } from './message.ts';

/** Each fact, with the field that it is taken from and what replaces it where that is hidden. */
const SOURCES = [
  ['info', 'alarm', 'info', ''],
  ['checker', 'alarm', 'checker', null],
  ['stationName', 'station', 'name', null],
  ['deviceName', 'device', 'name', null],
  ['variableName', 'deviceVariable', 'name', null],
  ['rule', 'alarmGenerater', 'name', null],
] as const satisfies readonly (readonly [keyof AlarmFacts, string, string, string | null])[];

export function concealFacts(alarm: AlarmFacts, asker: Asker): AlarmFacts {
  const hidden = SOURCES.filter(
    ([, entity, field]) => fieldAccess(asker, entityOf(entity), field) === 'hidden',
  );
  return { ...alarm, ...Object.fromEntries(hidden.map(([fact, , , instead]) => [fact, instead])) };
}

const ALARM = entityOf('alarm');

/** An observer is notified of alarms at their stations, and of those where these were, too. */
const mayHear = (asker: Asker, { stationSn }: AlarmFacts): boolean =>
  !asker.readOnly || (asker.stations.includes(stationSn) && recordScope(asker, ALARM, 'list') !== null);

/** The facts as each of these people may read them; none for people who left, or observe other stations. */
export async function readFactsFor(
  trx: Trx,
  tenantId: number,
  alarm: AlarmFacts,
  userIds: Iterable<number>,
): Promise<ReadonlyMap<number, AlarmFacts>> {
  const facts = new Map<number, AlarmFacts>();
  for (const id of userIds) {
    const asker = await readRights(trx, tenantId, id);
    if (asker && mayHear(asker, alarm)) facts.set(id, concealFacts(alarm, asker));
  }
  return facts;
}
