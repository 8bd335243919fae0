/** The audit log shows names of records; those that are gone for good keep their numbers. */
import type { Text } from '../../../generated/definition.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { fieldAccess } from '../../../runtime/core/fieldAccess.ts';
import { trxAny } from '../../platform/db/anyTable.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Asker } from '../access/asker.ts';
import { entityLogged } from './auditReach.ts';

interface Logged {
  entity: string;
  recordId: string;
}

const NUMBER = /^\d{1,18}$/;

const entityOf = ({ entity }: Logged): Entity | undefined => entityLogged(entity);

async function readNames(trx: Trx, { name, label, labelEn }: Entity, ids: readonly string[]) {
  const rows = await trxAny(trx)
    .selectFrom(name)
    .select([...new Set(['id', label, labelEn ?? label])])
    .where('id', 'in', ids)
    .execute();
  return rows.flatMap((row): [string, Text][] => {
    const zh = row[label];
    if (zh === null || zh === undefined || zh === '') return [];
    return [[String(row.id), { zh: String(zh), en: String(row[labelEn ?? label] || zh) }]];
  });
}

/** By entity and number of the record; one question for each entity. Nothing where a rule hides the name. */
export async function readAuditNames(
  trx: Trx,
  asker: Asker,
  logged: readonly Logged[],
): Promise<(line: Logged) => Text | null> {
  const named = logged.filter(({ recordId }) => NUMBER.test(recordId));
  const names = new Map<string, ReadonlyMap<string, Text>>();
  for (const [entity, lines] of Map.groupBy(named, entityOf)) {
    if (!entity || fieldAccess(asker, entity, entity.label) === 'hidden') continue;
    const ids = [...new Set(lines.map(({ recordId }) => recordId))];
    names.set(entity.name, new Map(await readNames(trx, entity, ids)));
  }
  return (line) => names.get(entityOf(line)?.name ?? '')?.get(line.recordId) ?? null;
}
