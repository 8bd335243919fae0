/** A person receives only the part of a station's stream that their permissions reach. */
import { heldScopes } from '../../../runtime/core/access/permission.ts';
import type { Asker } from '../../engine/access/asker.ts';
import { seen } from '../../engine/access/scopedRecords.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';

export interface Audience {
  /** The variables whose points are sent; null for all of the station. */
  variables: ReadonlySet<string> | null;
  /**
   * Alarms are sent without a check of the single one, so only users who may list all alarms of the station receive
   * any.
   */
  alarms: boolean;
}

/** Returns whether the permission reaches every record of the station. */
function reachesAll(
  { admin, permissions, stations }: Pick<Asker, 'admin' | 'permissions' | 'stations'>,
  key: string,
  stationSn: string,
): boolean {
  const scopes = admin ? ['tenant'] : heldScopes(permissions, key);
  return scopes.includes('tenant') || (scopes.includes('site') && stations.includes(stationSn));
}

/** Returns whether a user receives the alarms of a station. */
export const hearsAlarms = (
  asker: Pick<Asker, 'admin' | 'permissions' | 'stations'>,
  stationSn: string,
): boolean => reachesAll(asker, 'alarm:list', stationSn);

/**
 * Finds the audience of a person. Their readable variables are looked up once, and again only when their rights change.
 */
export async function findAudience(trx: ScopedTrx, asker: Asker, stationSn: string): Promise<Audience> {
  const alarms = hearsAlarms(asker, stationSn);
  if (reachesAll(asker, 'deviceVariable:list', stationSn)) return { variables: null, alarms };
  const rows = await trx
    .selectFrom(seen(trx, asker, 'deviceVariable').as('v'))
    .select('v.sn')
    .where('v.sn', 'is not', null)
    .execute();
  return { variables: new Set(rows.flatMap(({ sn }) => sn ?? [])), alarms };
}

/** Returns a key of everything that decides an audience. The audience is found again when it changes. */
export const audienceKey = ({ admin, permissions, stations, departments }: Asker): string =>
  JSON.stringify([
    admin,
    stations,
    departments,
    ['station:get', 'station:list', 'deviceVariable:list', 'alarm:list'].map((key) =>
      heldScopes(permissions, key),
    ),
  ]);
