/**
 * Copies values from referenced records when a record is written. Empty fields are filled (x-copyInto) if the writer
 * may read the source. Snapshots (x-copyFrom) are always written.
 */
import { type SqlBool, sql } from 'kysely';
import type { EntityDefinition, Field } from '../../../../generated/definition.ts';
import { fieldAccess } from '../../../../runtime/core/access/fieldAccess.ts';
import { type Entity, entityOf } from '../../../../runtime/core/definitions/entities.ts';
import { type CopyRule, copyingsOf, isEmptyRef } from '../../../../runtime/core/rules/referenceValues.ts';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { type RecordCondition, type Row, trxAny } from '../../../platform/db/tables/anyTable.ts';
import { type Caller, everything } from '../../access/asker.ts';
import { recordScope, recordWhere } from '../../access/recordScope.ts';
import { same } from '../write/storedEqual.ts';
import type { LinesPlan } from './lines.ts';

/** An object in the written record: the record itself, or one of its lines. */
interface Spot {
  schema: Field;
  now: Values;
  before: Values | null;
  /** The values of the object in the body. */
  given: Values;
  taken: Values;
}

interface Wish {
  spot: Spot;
  taking: CopyRule;
}

const READING = ['list', 'get'];

/** Selects the records of an entity whose fields the caller may read. `none` if they may read none. */
export function readableWhere(caller: Caller, entity: Entity): RecordCondition | 'none' | null {
  const granted = READING.filter((action) => recordScope(caller, entity, action) !== null);
  if (granted.length === 0) return 'none';
  const reaches = granted.map((action) => recordWhere(caller, entity, action));
  return reaches.includes(null) ? null : (eb) => eb.or(reaches.map((one) => one!(eb)));
}

const wishesOf = (spot: Spot): Wish[] =>
  copyingsOf(spot.schema)
    .filter(({ ref, own, isKept, lineFields }) => {
      // `copyRefLines` copies lines, because lines are planned before values are copied.
      if (lineFields) return false;
      const isSet = !same(spot.now[ref], spot.before?.[ref]);
      return isSet && (isKept || spot.given[own] === undefined);
    })
    .map((taking) => ({ spot, taking }));

/** Reads the requested values from the records of one entity, and writes them into the objects. */
async function copyFrom(trx: Trx, caller: Caller, wishes: readonly Wish[]): Promise<void> {
  const { target, key } = wishes[0]!.taking;
  const entity = entityOf(target);
  const readable = readableWhere(caller, entity);
  const open = wishes.filter(
    ({ taking: { theirs, isKept } }) =>
      isKept || (readable !== 'none' && fieldAccess(caller, entity, theirs) !== 'hidden'),
  );
  if (open.length === 0) return;
  const keys = [...new Set(open.map(({ spot, taking }) => String(spot.now[taking.ref])))];
  const names = [...new Set([key, ...open.map(({ taking }) => taking.theirs)])];
  const rows: Row[] = await trxAny(trx)
    .selectFrom(entity.name)
    .select(names)
    .select((eb) =>
      (typeof readable === 'function' ? sql<boolean>`${readable(eb)}` : sql<boolean>`true`).as('isReadable'),
    )
    .where((eb) => sql<SqlBool>`${eb.ref(key)}::text = any(${keys}::text[])`)
    .execute();
  const byKey = new Map(rows.map((row) => [String(row[key]), row]));
  for (const { spot, taking } of open) {
    const row = byKey.get(String(spot.now[taking.ref]));
    const value = row?.[taking.theirs];
    if (isEmptyRef(value) || !(taking.isKept || row?.isReadable)) continue;
    spot.taken[taking.own] = value;
  }
}

/** Fills in the values that objects copy from referenced records. Without a caller, all source values are visible. */
async function copyAll(trx: Trx, caller: Caller | null, spots: readonly Spot[]): Promise<void> {
  const wishes = spots.flatMap(wishesOf);
  for (const { spot, taking } of wishes) if (taking.isKept) spot.taken[taking.own] = null;
  const full = wishes.filter(({ spot, taking }) => !isEmptyRef(spot.now[taking.ref]));
  for (const own of Map.groupBy(full, ({ taking }) => `${taking.target} ${taking.key}`).values())
    await copyFrom(trx, caller ?? everything, own);
}

/** A written record. `before` is the stored record, or null for a new record. */
export interface WrittenRecord {
  before: Values | null;
  body: Values;
}

/** The values of a write, including the copied values. */
export interface CopiedValues {
  /** The body with the copied values. */
  body: Values;
  /** Snapshots of referenced records. */
  kept: Values;
}

const spotOf = ({ schema }: EntityDefinition, { before, body }: WrittenRecord): Spot => {
  return { schema, now: { ...before, ...body }, before, given: body, taken: {} };
};

function splitCopied({ schema, given, taken }: Spot): CopiedValues {
  const snapshotNames = new Set(copyingsOf(schema).flatMap((one) => (one.isKept ? [one.own] : [])));
  const [snapshots, filled] = [true, false].map((isSnapshot) =>
    Object.fromEntries(Object.entries(taken).filter(([name]) => snapshotNames.has(name) === isSnapshot)),
  );
  return { body: { ...given, ...filled }, kept: snapshots! };
}

/** Copies values for many records at once. */
export async function copyEach(
  trx: Trx,
  caller: Caller | null,
  entity: EntityDefinition,
  records: readonly WrittenRecord[],
): Promise<CopiedValues[]> {
  const spots = records.map((one) => spotOf(entity, one));
  await copyAll(trx, caller, spots);
  return spots.map(splitCopied);
}

/** Copies values for a record and for its written lines. */
export async function copyValues(
  trx: Trx,
  caller: Caller | null,
  entity: EntityDefinition,
  record: WrittenRecord,
  lines: LinesPlan,
): Promise<CopiedValues> {
  const root = spotOf(entity, record);
  const sets = lines.sets.flatMap(({ name, field: { items }, planned }) =>
    planned && items
      ? [{ name, spots: planned.map((line) => ({ ...line, schema: items, now: line.values, taken: {} })) }]
      : [],
  );
  await copyAll(trx, caller, [root, ...sets.flatMap(({ spots }) => spots)]);
  const { body, kept } = splitCopied(root);
  const filled = sets.map(({ name, spots }) => [
    name,
    spots.map(({ values, taken }) => ({ ...values, ...taken })),
  ]);
  return { body: { ...body, ...lines.values, ...Object.fromEntries(filled) }, kept };
}
