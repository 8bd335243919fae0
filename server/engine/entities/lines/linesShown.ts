/** Reads the lines of records as the caller may see them. */
import type { EntityDefinition } from '../../../../generated/definition.ts';
import { fieldAccess } from '../../../../runtime/core/access/fieldAccess.ts';
import { entityOf } from '../../../../runtime/core/definitions/entities.ts';
import { type LineSet, lineSets } from '../../../../runtime/core/lines.ts';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import type { ScopedTrx } from '../../../platform/db/index.ts';
import { type Row, trxAny } from '../../../platform/db/tables/anyTable.ts';
import { runStatement } from '../../../platform/db/tenant.ts';
import type { Asker } from '../../access/asker.ts';
import { recordWhere } from '../../access/recordScope.ts';
import { columnsOf } from '../columns.ts';
import { HIDDEN } from '../write/recordDiff.ts';
import { linesWhere, orderedLines } from './lines.ts';

/** Lists the properties of a line that the caller may see. */
function listShownNames(asker: Asker, { field, link }: LineSet): string[] {
  const seen = columnsOf(entityOf(link.entity), asker);
  return Object.keys(field.items?.properties ?? {}).filter((name) => seen.has(name));
}

/** Returns the lines of each of these records as its fields. Lines that the caller may not list are left out. */
export async function readShownLines(
  trx: ScopedTrx,
  asker: Asker,
  entity: EntityDefinition,
  records: readonly Row[],
): Promise<Values[]> {
  const shown: Values[] = records.map(() => ({}));
  const sets = records.length === 0 ? [] : lineSets(entity);
  for (const set of sets) {
    if (fieldAccess(asker, entity, set.name) === 'hidden') continue;
    const { field, key, entity: name } = set.link;
    const child = entityOf(name);
    const names = listShownNames(asker, set);
    let query = trxAny(trx)
      .selectFrom(child.name)
      .select([...new Set([field, ...names])])
      .where(linesWhere(set, records))
      .orderBy(orderedLines(set));
    const allowed = recordWhere(asker, child, 'list');
    if (allowed) query = query.where(allowed);
    const rows: Row[] = await runStatement(trx, query);
    const byRecord = Map.groupBy(rows, (row) => String(row[field]));
    for (const [at, record] of records.entries())
      shown[at]![set.name] = (byRecord.get(String(record[key])) ?? []).map((row) =>
        Object.fromEntries(names.map((one) => [one, row[one] ?? null])),
      );
  }
  return shown;
}

/** Returns the lines of a change in the history, without what the caller may not see. Other values are unchanged. */
export function showLines(asker: Asker, entity: EntityDefinition, name: string, value: unknown): unknown {
  const set = lineSets(entity).find((one) => one.name === name);
  if (!set || !Array.isArray(value)) return value;
  const names = new Set(listShownNames(asker, set));
  return value.map((line: Values) =>
    Object.fromEntries(Object.entries(line).filter(([one, held]) => names.has(one) && held !== HIDDEN)),
  );
}
