/** Filters a station's stream by the permissions of its reader. */
import { heldScopes } from '../../../runtime/core/access/permission.ts';
import type { Caller } from '../../engine/access/asker.ts';
import { seen } from '../../engine/access/scopedRecords.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';

export interface Audience {
  /** The variables whose points are sent. Null for all variables of the station. */
  variables: ReadonlySet<string> | null;
  /**
   * True if alarms are sent. Alarms are not checked one by one, so only users who may list all alarms of the station
   * receive them.
   */
  alarms: boolean;
}

/** Returns whether the permission applies to every record of the station. */
function reachesAll(
  { admin, permissions, stations }: Pick<Caller, 'admin' | 'permissions' | 'stations'>,
  key: string,
  stationSn: string,
): boolean {
  const scopes = admin ? ['tenant'] : heldScopes(permissions, key);
  return scopes.includes('tenant') || (scopes.includes('site') && stations.includes(stationSn));
}

/** Returns whether a user receives the alarms of a station. */
export const seesAlarms = (
  caller: Pick<Caller, 'admin' | 'permissions' | 'stations'>,
  stationSn: string,
): boolean => reachesAll(caller, 'alarm:list', stationSn);

/** Finds the audience of a person. The readable variables are cached until the person's permissions change. */
export async function findAudience(trx: ScopedTrx, caller: Caller, stationSn: string): Promise<Audience> {
  const alarms = seesAlarms(caller, stationSn);
  if (reachesAll(caller, 'deviceVariable:list', stationSn)) return { variables: null, alarms };
  const rows = await trx
    .selectFrom(seen(trx, caller, 'deviceVariable').as('v'))
    .select('v.sn')
    .where('v.sn', 'is not', null)
    .execute();
  return { variables: new Set(rows.flatMap(({ sn }) => sn ?? [])), alarms };
}

/**
 * Returns a key of everything that determines an audience. After a change of the key, the audience is computed again.
 */
export const audienceKey = ({ admin, permissions, stations, departments }: Caller): string =>
  JSON.stringify([
    admin,
    stations,
    departments,
    ['station:get', 'station:list', 'deviceVariable:list', 'alarm:list'].map((key) =>
      heldScopes(permissions, key),
    ),
  ]);
