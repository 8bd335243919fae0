/** Reads the names of records for the audit log. Permanently deleted records are shown by their id. */
import type { Text } from '../../../generated/definition.ts';
import { fieldAccess } from '../../../runtime/core/access/fieldAccess.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { siteOf } from '../../../runtime/core/definitions/site.ts';
import type { Trx } from '../../platform/db/index.ts';
import { trxAny } from '../../platform/db/tables/anyTable.ts';
import type { Caller } from '../access/asker.ts';
import { findLoggedEntity } from './auditReach.ts';

interface Logged {
  entity: string;
  recordId: string;
}

const NUMBER = /^\d{1,18}$/;

const entityOf = ({ entity }: Logged): Entity | undefined => findLoggedEntity(entity);

/** Returns the field with the station of a record. Null if the caller may not see it. */
function siteField(caller: Caller, entity: Entity): string | null {
  const site = siteOf(entity);
  return typeof site === 'string' && fieldAccess(caller, entity, site) !== 'hidden' ? site : null;
}

async function readStations(trx: Trx, sns: readonly unknown[]): Promise<ReadonlyMap<unknown, unknown>> {
  if (sns.length === 0) return new Map();
  const rows = await trxAny(trx)
    .selectFrom('station')
    .select(['sn', 'name'])
    .where('sn', 'in', sns)
    .execute();
  return new Map(rows.map(({ sn, name }) => [sn, name]));
}

/** Returns the names of records with their stations, because devices of different stations can have the same name. */
async function readNames(trx: Trx, caller: Caller, entity: Entity, ids: readonly string[]) {
  const { name, label, labelEn } = entity;
  const site = siteField(caller, entity);
  const rows = await trxAny(trx)
    .selectFrom(name)
    .select([...new Set(['id', label, labelEn ?? label, ...(site === null ? [] : [site])])])
    .where('id', 'in', ids)
    .execute();
  const sns = site === null ? [] : [...new Set(rows.flatMap((row) => row[site] || []))];
  const stations = await readStations(trx, sns);
  return rows.flatMap((row): [string, Text][] => {
    const zh = row[label];
    if (zh === null || zh === undefined || zh === '') return [];
    const station = site === null ? undefined : stations.get(row[site]);
    const withStation = (text: unknown) => (station === undefined ? String(text) : `${text} · ${station}`);
    return [[String(row.id), { zh: withStation(zh), en: withStation(row[labelEn ?? label] || zh) }]];
  });
}

/**
 * Returns names by entity and id of the record, with one query for each entity. Empty if a field rule hides the name.
 */
export async function readAuditNames(
  trx: Trx,
  caller: Caller,
  logged: readonly Logged[],
): Promise<(line: Logged) => Text | null> {
  const named = logged.filter(({ recordId }) => NUMBER.test(recordId));
  const names = new Map<string, ReadonlyMap<string, Text>>();
  for (const [entity, lines] of Map.groupBy(named, entityOf)) {
    if (!entity || fieldAccess(caller, entity, entity.label) === 'hidden') continue;
    const ids = [...new Set(lines.map(({ recordId }) => recordId))];
    names.set(entity.name, new Map(await readNames(trx, caller, entity, ids)));
  }
  return (line) => names.get(entityOf(line)?.name ?? '')?.get(line.recordId) ?? null;
}
