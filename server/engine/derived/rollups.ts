/**
 * Updates roll-ups in the transaction that writes the child rows. At its end the figures are recomputed under a lock
 * of the parent row. Concurrent writers of the same parent wait for each other. Parents are locked in ascending
 * height, then by id.
 */
import { sql } from 'kysely';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { type Entity, entityOf, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { ownFields } from '../../../runtime/core/lines.ts';
import { listRolledFields, rollupsOf, splitRules } from '../../../runtime/core/rules/rollups.ts';
import { fieldTypeOf } from '../../../runtime/fieldTypes/index.ts';
import { beforeCommit } from '../../platform/db/beforeCommit.ts';
import { publishOnCommit, type Trx } from '../../platform/db/index.ts';
import { type Row, trxAny } from '../../platform/db/tables/anyTable.ts';
import { addStatement, runStatements } from '../../platform/db/tenant.ts';
import { looksBeyond, noteAcross } from './across.ts';
import { noteBecame } from './became.ts';
import { noteBook } from './books.ts';
import { notePeriods } from './periods.ts';
import { followValues, refuseFollowed } from './recompute.ts';
import { withLines } from './recordWithLines.ts';
import { type Feed, feedsOf, heightOf, keyOf, type Writer, type Written } from './rollupSources.ts';
import { figuresQuery, wantedSql } from './rollupSql.ts';
import { hasSingles, noteSingles } from './singles.ts';

/** The parents of an entity that a transaction must update, by the field that identifies them. */
interface Touched {
  wanted: Map<string, Set<unknown>>;
  /** The roll-ups that include the written records. */
  feeds: Feed[];
  /** Directly written records with rules over figures, in their earlier state. Null for new records. */
  originals: Map<number, Row | null>;
}

type Pending = Map<string, Touched>;

const pendings = new WeakMap<object, Map<number, Pending>>();

function pendingOf(trx: Trx, tenantId: number): Pending {
  const tenants = pendings.get(trx) ?? new Map<number, Pending>();
  pendings.set(trx, tenants);
  const pending = tenants.get(tenantId) ?? new Map();
  tenants.set(tenantId, pending);
  return pending;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

function addTouched(trx: Trx, writer: Writer, entity: string, key: string, values: unknown[]): Touched {
  const pending = pendingOf(trx, writer.tenantId);
  if (pending.size === 0) beforeCommit(trx, 'rollups', () => updateAll(trx, writer));
  const touched = pending.get(entity) ?? {
    wanted: new Map<string, Set<unknown>>(),
    feeds: [],
    originals: new Map<number, Row | null>(),
  };
  pending.set(entity, touched);
  touched.wanted.set(key, new Set([...(touched.wanted.get(key) ?? []), ...values]));
  return touched;
}

/** Returns the keys of the parents whose figures change because of these writes. */
function listTouchedParents({ own }: Feed, written: readonly Written[]): unknown[] {
  const fields = listRolledFields(own);
  return written
    .filter(({ before, after }) => fields.some((name) => !same(before[name], after[name])))
    .flatMap(({ before, after }) => [before[own.ref], after[own.ref]])
    .filter((value) => value !== null && value !== undefined);
}

/** Remembers records whose rules use figures. The rules are checked after the figures are updated. */
function noteRuled(trx: Trx, writer: Writer, entity: EntityDefinition, written: readonly Written[]): void {
  const rows = written.filter(({ after }) => after.id !== undefined);
  if (rows.length === 0 || !splitRules(entity.schema).after['x-rules']?.length) return;
  const ids = rows.map(({ after }) => Number(after.id));
  const { originals } = addTouched(trx, writer, entity.name, 'id', ids);
  for (const { before, after } of rows)
    if (!originals.has(Number(after.id)))
      originals.set(Number(after.id), before.id === undefined ? null : before);
}

/**
 * Remembers written records. Their roll-ups, and values that only one record may have, are updated before the
 * commit.
 */
export function noteWritten(
  trx: Trx,
  writer: Writer,
  entity: EntityDefinition,
  written: readonly Written[],
): void {
  noteRuled(trx, writer, entity, written);
  noteAcross(trx, writer, entity, written);
  notePeriods(trx, writer, entity, written);
  noteBook(trx, writer, entity, written);
  noteBecame(trx, writer, entity, written);
  noteSingles(trx, writer, entity, written, (one, lost) => noteWritten(trx, writer, one, lost));
  for (const feed of feedsOf(entity)) {
    const touched = listTouchedParents(feed, written);
    if (touched.length > 0)
      addTouched(trx, writer, feed.parent.name, keyOf(feed.own), touched).feeds.push(feed);
  }
}

/** Remembers records whose figures must be recomputed, even if no child record was written. */
export function noteParents(
  trx: Trx,
  writer: Writer,
  entity: EntityDefinition,
  ids: readonly number[],
): void {
  if (ids.length > 0 && rollupsOf(entity).length > 0) addTouched(trx, writer, entity.name, 'id', [...ids]);
}

/** Remembers restored records. The figures of these records and of their parents are recomputed. */
export async function noteRestored(
  trx: Trx,
  writer: Writer,
  name: string,
  ids: readonly number[],
): Promise<void> {
  const entity = entityRegistry.get(name);
  if (!entity) return;
  noteParents(trx, writer, entity, ids);
  if (feedsOf(entity).length === 0 && !hasSingles(entity) && !looksBeyond(entity) && !entity.period) return;
  const rows: Row[] = await trxAny(trx)
    .selectFrom(name)
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  noteWritten(
    trx,
    writer,
    entity,
    rows.map((after) => ({ before: {}, after })),
  );
}

/**
 * Updates the figures before the end of a transaction, for code that reads them. Rules over figures are still checked
 * at the end, because the writes may be incomplete here.
 */
export async function settleFigures(trx: Trx, tenantId: number): Promise<void> {
  const pending = pendings.get(trx)?.get(tenantId);
  if (!pending || pending.size === 0) return;
  const requested: Pending = new Map();
  await updateAll(trx, { tenantId }, (entity, touched) => {
    const known = requested.get(entity.name);
    requested.set(entity.name, known ? joinTouched(known, touched) : touched);
  });
  for (const [name, touched] of requested) pending.set(name, touched);
}

/** Merges two notes of a transaction. The first note contains the state before the transaction. */
function joinTouched(first: Touched, second: Touched): Touched {
  const keys = new Set([...first.wanted.keys(), ...second.wanted.keys()]);
  const valuesOf = (key: string) => [...(first.wanted.get(key) ?? []), ...(second.wanted.get(key) ?? [])];
  return {
    wanted: new Map([...keys].map((key) => [key, new Set(valuesOf(key))])),
    feeds: [...first.feeds, ...second.feeds],
    originals: new Map([...second.originals, ...first.originals]),
  };
}

/** `onUnchecked` is called for each entity whose rules over figures still have to be checked. */
async function updateAll(
  trx: Trx,
  writer: Writer,
  onUnchecked: (entity: Entity, touched: Touched) => void = () => {},
): Promise<void> {
  const pending = pendingOf(trx, writer.tenantId);
  while (pending.size > 0) {
    const [lowest] = [...pending]
      .map(([name, touched]) => ({ entity: entityOf(name), kept: touched, height: heightOf(entityOf(name)) }))
      .sort((a, b) => a.height - b.height || (a.entity.name < b.entity.name ? -1 : 1));
    if (!lowest) return;
    pending.delete(lowest.entity.name);
    await updateParents(trx, writer, lowest.entity, lowest.kept);
    if (splitRules(lowest.entity.schema).after['x-rules']?.length) onUnchecked(lowest.entity, lowest.kept);
  }
}

const listAnsweredColumns = (entity: EntityDefinition): string[] => [
  'id',
  'version',
  'createdBy',
  'createdAt',
  ...Object.entries(ownFields(entity.schema))
    .filter(([, field]) => !field.writeOnly)
    .map(([name]) => name),
];

/** Locks the parents, computes their figures and dependent values, and writes the differences. */
async function updateParents(
  trx: Trx,
  writer: Writer,
  entity: Entity,
  { wanted, feeds, originals }: Touched,
): Promise<void> {
  const { tenantId } = writer;
  const rollups = rollupsOf(entity);
  // The lock does not include the key. Child records refer to the key, and their writers must not block each other.
  const lock = sql<Row>`select ${sql.join(listAnsweredColumns(entity).map((name) => sql.ref(`p.${name}`)))}
    from ${sql.table(entity.name)} p where p.tenant_id = ${tenantId} and ${wantedSql(wanted)}
    order by p.id for no key update`;
  const [parents, figures] = await runStatements<[Row, Row]>(
    trx,
    lock,
    figuresQuery(entity.name, tenantId, rollups, wanted),
  );
  const byId = new Map(figures.map((row) => [row.id, row]));
  const written: Written[] = [];
  for (const parent of parents) {
    const row = byId.get(parent.id);
    if (!row) continue;
    const before = await withLines(trx, tenantId, entity, parent);
    const sums = Object.fromEntries(rollups.map(({ name }) => [name, row[name] ?? null]));
    const values = followValues(entity, before, sums);
    const changed = Object.entries(values).filter(([name, value]) => !same(before[name], value));
    const own = originals.has(Number(before.id));
    if (changed.length === 0 && !own) continue;
    // Without a language, errors are thrown later. Until then the earlier state is stored.
    if (!writer.lang && !own) originals.set(Number(before.id), before);
    const after = Object.fromEntries(changed);
    const ruled = { before: originals.get(Number(before.id)) ?? (own ? null : before), own };
    if (writer.lang) refuseFollowed(entity, { ...ruled, after: { ...before, ...after } }, feeds, writer);
    if (changed.length === 0) continue;
    await storeFigures(trx, tenantId, entity, Number(before.id), after);
    written.push({ before, after: { ...before, ...after } });
  }
  noteWritten(trx, writer, entity, written);
}

/** Stores the computed figures of a record. Its version does not change, because no user edited it. */
async function storeFigures(
  trx: Trx,
  tenantId: number,
  entity: Entity,
  id: number,
  values: Row,
): Promise<void> {
  const stored = Object.entries(values).map(([name, value]) => {
    const field = entity.schema.properties?.[name];
    const isJson = field && fieldTypeOf(field).column === 'jsonb' && value !== null;
    return [name, isJson ? JSON.stringify(value) : value];
  });
  await addStatement(
    trx,
    trxAny(trx)
      .updateTable(entity.name)
      .set(Object.fromEntries(stored) as Row)
      .where('tenantId', '=', tenantId)
      .where('id', '=', id),
  );
  publishOnCommit(trx, { type: 'entity', entity: entity.name, tenantId, id, do: 'update' });
}
