/** Opens the station of a call: checks the caller's access and selects the station's records. */

import { can } from '../../../runtime/core/access/permission.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import type { Caller } from '../../engine/access/asker.ts';
import { keyWhere, recordWhere } from '../../engine/access/recordScope.ts';
import { type EntityName, recordsWhere, seenWhere } from '../../engine/access/scopedRecords.ts';
import { siteWhere } from '../../engine/access/site.ts';
import type { HandlerContext } from '../../engine/context.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import type { RecordCondition } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';

export interface StationKey {
  id: number;
  sn: string;
  timeZone: string;
}

declare const OPENED: unique symbol;
/** The proof that the caller may read figures of the whole station. */
export type OpenStation = StationKey & { readonly [OPENED]: true };

/** The caller, with the permission of the call. */
export type StationCaller = Pick<HandlerContext, 'session' | 'permission'>;
/** The identifier of a station: its sn, its id, or either of them as used by menus. */
export type StationName = { sn: string } | { id: number } | { snOrId: string };

/** Permissions on stations. Any of them may reveal that a station exists. */
const SEEING = ['get', 'list'];

const both = (conditions: readonly (RecordCondition | null)[]): RecordCondition | null => {
  const parts = conditions.filter((condition) => condition !== null);
  return parts.length === 0 ? null : (eb) => eb.and(parts.map((part) => part(eb)));
};

/**
 * Selects the stations whose existence the caller may see, according to the caller's permissions on stations.
 * Null for all stations of the tenant.
 */
function knownWhere(caller: Caller): RecordCondition | null {
  const station = entityOf('station');
  const granted = SEEING.filter((action) => caller.admin || can(caller.permissions, `station:${action}`));
  const reaches = granted.map((action) => recordWhere(caller, station, action));
  if (reaches.length === 0 || reaches.includes(null)) return null;
  return (eb) => eb.or(reaches.map((condition) => condition!(eb)));
}

/**
 * Selects the stations whose figures a call may return: visible stations to which the call's own permission
 * applies. Null for all stations of the tenant.
 */
export const openWhere = ({ session, permission }: StationCaller): RecordCondition | null =>
  both([
    knownWhere(session),
    permission === null ? null : keyWhere(session, entityOf('station'), permission),
  ]);

async function find(
  trx: ScopedTrx,
  caller: Caller,
  name: StationName,
  where: RecordCondition | null,
): Promise<StationKey> {
  const station = await trx
    .selectFrom(seenWhere(trx, { ...caller, fieldRules: new Map() }, 'station', where).as('s'))
    .select(['s.id', 's.sn', 's.timeZone'])
    .where((eb) => {
      if ('sn' in name) return eb('s.sn', '=', name.sn);
      if ('id' in name) return eb('s.id', '=', name.id);
      return eb.or([eb('s.sn', '=', name.snOrId), eb(eb.cast<string>('s.id', 'text'), '=', name.snOrId)]);
    })
    .executeTakeFirst();
  if (!station) throw new AppError('station.notFound');
  return station;
}

/** Finds a station. Throws 404 unless the caller may see it. Its details need further permissions. */
export const requireStation = (trx: ScopedTrx, caller: Caller, name: StationName): Promise<StationKey> =>
  find(trx, caller, name, knownWhere(caller));

/** Finds a station for figures of the whole station. Throws 404 unless the caller may read them. */
export const openStation = (trx: ScopedTrx, caller: StationCaller, name: StationName): Promise<OpenStation> =>
  find(trx, caller.session, name, openWhere(caller)) as Promise<OpenStation>;

/**
 * Selects all records of an entity at opened stations, only for sums and states. The caller may lack the permission to
 * see single records.
 */
export const ofStation = <N extends EntityName>(trx: ScopedTrx, { sn }: OpenStation, name: N) => {
  const where = siteWhere(entityOf(name), [sn]);
  if (!where) throw new Error(`records of ${name} belong to no station`);
  return recordsWhere(trx, name, where);
};
