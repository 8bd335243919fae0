/**
 * Versions of a record. The next version of a released record begins as a draft with the same values and lines.
 * Releasing it replaces the previously released version.
 */
import type { Field, Text, Transition } from '../../../generated/definition.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { isObject } from '../../../runtime/core/object.ts';
import { copyLines } from '../../../runtime/core/rules/referenceValues.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import { ownedFields } from '../../../runtime/core/rules/states.ts';
import { familyOf, NEXT_VERSION } from '../../../runtime/core/rules/versions.ts';
import type { ScopedTrx, Trx } from '../../platform/db/index.ts';
import { type Row, trxAny } from '../../platform/db/tables/anyTable.ts';
import { fieldsOf } from '../entities/columns.ts';
import { readLinesOf } from '../entities/lines/lines.ts';
import { createRecordIn, updateRecordIn } from '../entities/write/write.ts';
import type { Made, MoveStep } from './moveStep.ts';

/** Returns whether the next version copies a field. Other fields are computed or assigned by the server. */
const isCopied = ({ readOnly, ...words }: Field): boolean =>
  !readOnly && !words['x-computed'] && !words['x-rollup'] && !words['x-sequence'] && !words['x-sealed'];

const copiedNames = (fields: Readonly<Record<string, Field>>): string[] =>
  Object.entries(fields).flatMap(([name, field]) => (name !== 'id' && isCopied(field) ? [name] : []));

/** Returns the initial values and lines of the next version of a record. */
async function copyRecord(trx: Trx, entity: Entity, record: Row, ctx: MoveStep): Promise<Values> {
  const owned = ownedFields(entity);
  const names = copiedNames(fieldsOf(entity)).filter((name) => !owned.has(name));
  const [values] = copyLines(names, [record]);
  const lines = await readLinesOf(trx, ctx, entity, record);
  const copied = Object.entries(lines).map(([name, rows]) => [
    name,
    copyLines(
      copiedNames(entity.schema.properties?.[name]?.items?.properties ?? {}),
      Array.isArray(rows) ? rows.filter(isObject) : [],
    ),
  ]);
  return { ...values, ...Object.fromEntries(copied) };
}

/** Selects the other versions in the family of a record. */
const otherVersions = (trx: ScopedTrx, entity: Entity, record: Row) =>
  trxAny(trx)
    .selectFrom(entity.name)
    .where('familyId', '=', familyOf(record))
    .where('id', '!=', Number(record.id));

/**
 * Returns an error text if the family of a record already has a draft. Must be called before the next version is
 * written, because the write could deadlock with the release of that draft.
 */
export async function draftRefusal(
  trx: ScopedTrx,
  entity: Entity,
  { name }: Transition,
  record: Row,
): Promise<Text | null> {
  const { states, versions } = entity;
  if (!versions || !states || name !== NEXT_VERSION) return null;
  const draft = await otherVersions(trx, entity, record)
    .select('edition')
    .where(states.field, '=', versions.draft)
    .executeTakeFirst();
  if (!draft) return null;
  const edition = String(draft.edition);
  return {
    zh: `版本 ${edition} 已是草稿，请先发布或删除`,
    en: `version ${edition} is a draft already: release or delete it first`,
  };
}

/** Creates the next version of a locked record, whose `familyId` is already set. */
async function makeNext(trx: Trx, entity: Entity, record: Row, ctx: MoveStep): Promise<Made[]> {
  const others = await otherVersions(trx, entity, record).select('edition').execute();
  const edition = Math.max(...[record, ...others].map((one) => Number(one.edition ?? 1))) + 1;
  const body = await copyRecord(trx, entity, record, ctx);
  const { id } = await createRecordIn(trx, ctx, entity, body, {
    byDefinition: true,
    owner: ctx.owner,
    served: { familyId: familyOf(record), edition, current: false },
  });
  return [{ entity, id: Number(id), what: 'create' }];
}

/** The part of a transition that concerns the versions of its record. */
interface VersionStep {
  /** Further values that the transition writes. */
  values: Values;
  made: Made[];
  /** Runs after the transition of the record. */
  follow(record: Row): Promise<Made[]>;
}

const NOTHING: VersionStep = { values: {}, made: [], follow: () => Promise.resolve([]) };

/** Moves the released version to its replaced state, before another version of the family is released. */
async function replaceReleased(trx: Trx, entity: Entity, record: Row, ctx: MoveStep): Promise<VersionStep> {
  const { states, versions } = entity;
  if (record.familyId === null || record.familyId === undefined || !states || !versions) return NOTHING;
  const { field } = states;
  const others = await otherVersions(trx, entity, record)
    .select(['id', `${field} as state`])
    .where((eb) => eb.or([eb('current', '=', true), eb(field, '=', versions.released)]))
    .orderBy('id')
    .forUpdate()
    .execute();
  const made: Made[] = [];
  for (const other of others) {
    const replaced = { [field]: versions.replaced, replacedById: Number(record.id) };
    const values = { current: false, ...(other.state === versions.released ? replaced : {}) };
    const id = Number(other.id);
    await updateRecordIn(trx, ctx, entity, id, null, {}, { right: null, move: { values, told: {} } });
    made.push({ entity, id, what: 'update' });
  }
  return { ...NOTHING, values: { current: true, replacedById: null }, made };
}

/** Handles the versions of a locked record before its transition. The returned `follow` must be called after it. */
export async function moveVersions(
  trx: Trx,
  entity: Entity,
  { name, to }: Transition,
  before: Row,
  ctx: MoveStep,
): Promise<VersionStep> {
  const { versions, states } = entity;
  if (!versions || !states) return NOTHING;
  if (name === NEXT_VERSION) return { ...NOTHING, follow: (record) => makeNext(trx, entity, record, ctx) };
  if (to !== versions.released || before[states.field] === versions.released) return NOTHING;
  return replaceReleased(trx, entity, before, ctx);
}
