/** Records that shown fields point at are named here, for readers who may not list these records themselves. */
import type { Field } from '../../../generated/definition.ts';
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { fieldAccess } from '../../../runtime/core/fieldAccess.ts';
import type { Lang } from '../../../runtime/core/lang.ts';
import { SERVER_FIELDS } from '../../../runtime/core/serverFields.ts';
import { type Row, trxAny } from '../../platform/db/anyTable.ts';
import type { Trx } from '../../platform/db/index.ts';
import { recordScope } from '../access/recordScope.ts';
import type { CallContext } from '../context.ts';

/** By entity, then by the key that a field holds. */
type Labels = Record<string, Record<string, string>>;

interface Target {
  entity: Entity;
  key: string;
}
type Pointer = Target & { value: string | number };

function targetOf(field: Field): Target | undefined {
  const entity = entityRegistry.get(field['x-ref'] ?? '');
  return entity && { entity, key: field['x-refKey'] ?? 'id' };
}

/** Tells whether it or anything within it points at records. */
const fieldPoints = (field: Field): boolean =>
  [field, ...Object.values(field.properties ?? {}), ...(field.items ? [field.items] : [])].some(
    (one) => targetOf(one) !== undefined || (one !== field && fieldPoints(one)),
  );

/** Every reference in a value, however deep it stands. */
function pointersOf(field: Field, value: unknown, above?: Target): Pointer[] {
  if (value === null || value === undefined) return [];
  const target = targetOf(field) ?? above;
  if (Array.isArray(value))
    return value.flatMap((one: unknown) => pointersOf(field.items ?? {}, one, target));
  if (typeof value === 'object')
    return Object.entries(field.properties ?? {}).flatMap(([name, inner]) =>
      pointersOf(inner, (value as Row)[name]),
    );
  return target && (typeof value === 'string' || typeof value === 'number') ? [{ ...target, value }] : [];
}

export async function readNames(trx: Trx, { entity, key }: Target, keys: readonly unknown[], lang: Lang) {
  const { label, labelEn } = entity;
  const names = lang === 'en' && labelEn ? [labelEn, label] : [label];
  const rows = await trxAny(trx)
    .selectFrom(entity.name)
    .select([...new Set([key, ...names])])
    .where(key, 'in', keys)
    .execute();
  return rows.flatMap((row) => {
    const name = names.map((one) => row[one]).find((one) => one !== null && one !== '');
    return name === undefined ? [] : [[String(row[key]), String(name)] as const];
  });
}

/**
 * Adds `_labels` to records that point at others which the reader may not list. Nothing is told but the names of what
 * the reader is shown anyway, and nothing where a rule hides the name itself.
 */
export async function attachLabels(
  { db, session, lang }: Pick<CallContext, 'db' | 'session' | 'lang'>,
  entity: Entity,
  records: readonly Row[],
): Promise<void> {
  const withheld = ({ entity: target }: Target): boolean =>
    recordScope(session, target, 'list') !== 'tenant' &&
    fieldAccess(session, target, target.label) !== 'hidden';
  const pointing = Object.entries({ ...entity.schema.properties, ...SERVER_FIELDS }).filter(([, field]) =>
    fieldPoints(field),
  );
  const pointed = records.map((record) => ({
    record,
    pointers: pointing.flatMap(([name, field]) => pointersOf(field, record[name])).filter(withheld),
  }));
  const targets = Map.groupBy(
    pointed.flatMap(({ pointers }) => pointers),
    ({ entity: { name }, key }) => `${name} ${key}`,
  );
  if (targets.size === 0) return;
  const names = await db.tenant(session.tenantId, async (trx) => {
    const found = new Map<string, ReadonlyMap<string, string>>();
    for (const [target, pointers] of targets) {
      const keys = [...new Set(pointers.map(({ value }) => value))];
      found.set(target, new Map(await readNames(trx, pointers[0]!, keys, lang)));
    }
    return found;
  });
  for (const { record, pointers } of pointed) {
    const labels: Labels = {};
    for (const { entity: target, key, value } of pointers) {
      const name = names.get(`${target.name} ${key}`)?.get(String(value));
      if (name !== undefined) labels[target.name] = { ...labels[target.name], [value]: name };
    }
    if (pointers.length > 0) record._labels = labels;
  }
}
