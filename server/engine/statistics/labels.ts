/** Returns the names of the records in the keys of a statistic. */
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import type { Dimension } from '../../../runtime/core/definitions/statistics.ts';
import { SERVER_FIELDS } from '../../../runtime/core/serverFields.ts';
import type { CallContext } from '../context.ts';
import { fieldsOf } from '../entities/columns.ts';
import { isNameShown, readNames } from '../entities/labels.ts';
import type { StatisticRow } from './answerRow.ts';
import { beyondOf } from './statisticAccess.ts';

type Labels = Record<string, string | null>;

/** Returns the entity to which the values of a dimension refer. Undefined if they are not references. */
function targetOf(entity: Entity, dimension: Dimension) {
  const beyond = beyondOf(entity, dimension);
  const source = beyond?.target ?? entity;
  const name = beyond?.name ?? dimension.field;
  const field = fieldsOf(source)[name] ?? SERVER_FIELDS[name];
  const target = entityRegistry.get(field?.['x-ref'] ?? '');
  return target && { entity: target, key: field?.['x-refKey'] ?? 'id' };
}

/** Returns the names for each row's keys by dimension. Names that are hidden from the caller are left out. */
export async function readLabels(
  { db, session, lang }: Pick<CallContext, 'db' | 'session' | 'lang'>,
  entity: Entity,
  dimensions: readonly Dimension[],
  rows: readonly StatisticRow[],
): Promise<Labels[]> {
  const targets = dimensions.flatMap((dimension) => {
    const target = targetOf(entity, dimension);
    return target && isNameShown(session, target.entity) ? [{ name: dimension.name, target }] : [];
  });
  if (targets.length === 0 || rows.length === 0) return [];
  const names = await db.tenant(session.tenantId, async (trx) => {
    const labelsByName = new Map<string, ReadonlyMap<string, string>>();
    const naming = { trx, tenantId: session.tenantId, lang };
    for (const { name, target } of targets) {
      const keys = [...new Set(rows.map(({ key }) => key[name]))].filter((key) => key !== null);
      if (keys.length > 0) labelsByName.set(name, new Map(await readNames(naming, target, keys)));
    }
    return labelsByName;
  });
  return rows.map(({ key }) =>
    Object.fromEntries(targets.map(({ name }) => [name, names.get(name)?.get(String(key[name])) ?? null])),
  );
}
