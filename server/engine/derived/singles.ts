/**
 * Maintains values that only one record of a group can have (`x-exclusive`), such as the main contact of a customer.
 * When a record gets the value, the previous record loses it in the same transaction. The loss is noted in its
 * history. The code runs last, under a lock of the group, so a concurrent write sees the change.
 */
import { sql } from 'kysely';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { writeAudits } from '../../platform/db/auditLog.ts';
import { beforeCommit } from '../../platform/db/beforeCommit.ts';
import { publishOnCommit, type Trx } from '../../platform/db/index.ts';
import { type Row, trxAny } from '../../platform/db/tables/anyTable.ts';
import type { Writer, Written } from './rollupSources.ts';

interface Group {
  entity: EntityDefinition;
  field: string;
  /** The field values that define the group. */
  shared: Readonly<Record<string, unknown>>;
  /** The last record that got the value. */
  id: number;
}

type Note = (entity: EntityDefinition, written: readonly Written[]) => void;

const groupsByTrx = new WeakMap<object, Map<string, Group>>();

const same = (a: unknown, b: unknown): boolean => (a ?? null) === (b ?? null);

export const hasSingles = ({ schema }: EntityDefinition): boolean =>
  Object.values(schema.properties ?? {}).some((field) => field['x-exclusive'] !== undefined);

/** Returns the groups in which a written record got the value. */
function listGroups(entity: EntityDefinition, written: readonly Written[]): Group[] {
  return Object.entries(entity.schema.properties ?? {}).flatMap(([field, { 'x-exclusive': by }]) => {
    if (!by) return [];
    return written
      .filter(({ before, after }) => {
        const stayed = before[field] === true && by.every((name) => same(before[name], after[name]));
        return after[field] === true && !stayed;
      })
      .map(({ after }) => {
        const shared = Object.fromEntries(by.map((name) => [name, after[name] ?? null]));
        return { entity, field, shared, id: Number(after.id) };
      });
  });
}

/** Remembers records that got the value. Other records of the group lose it before the commit. */
export function noteSingles(
  trx: Trx,
  writer: Writer,
  entity: EntityDefinition,
  written: readonly Written[],
  note: Note,
): void {
  const groups = listGroups(entity, written);
  if (groups.length === 0) return;
  const known = groupsByTrx.get(trx) ?? new Map<string, Group>();
  groupsByTrx.set(trx, known);
  if (known.size === 0) beforeCommit(trx, 'singles', () => enforceSingles(trx, writer, known, note));
  for (const group of groups) known.set(JSON.stringify([entity.name, group.field, group.shared]), group);
}

async function enforceSingles(
  trx: Trx,
  writer: Writer,
  known: Map<string, Group>,
  note: Note,
): Promise<void> {
  // Groups are locked in a fixed order, so that writers cannot deadlock.
  const groups = [...known].sort(([a], [b]) => (a < b ? -1 : 1));
  known.clear();
  for (const [key, group] of groups) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, ${writer.tenantId}))`.execute(trx);
    await clearOthers(trx, writer, group, note);
  }
}

async function clearOthers(
  trx: Trx,
  { tenantId, context }: Writer,
  { entity, field, shared, id }: Group,
  note: Note,
): Promise<void> {
  const any = trxAny(trx);
  const userId = typeof context?.userId === 'number' ? context.userId : null;
  let query = any
    .updateTable(entity.name)
    .set({ [field]: false, version: sql`version + 1`, updatedBy: userId, updatedAt: sql`now()` })
    .where(field, '=', true)
    .where('id', '<>', id);
  for (const [name, value] of Object.entries(shared))
    query = query.where(name, 'is not distinct from', value);
  const lost: Row[] = await query.returningAll().execute();
  note(
    entity,
    lost.map((after) => ({ before: { ...after, [field]: true }, after })),
  );
  await writeAudits(
    trx,
    lost.map((row) => ({
      ...{ tenantId, userId, entity: entity.name, id: Number(row.id), action: 'update' },
      diff: { [field]: [true, false] },
    })),
  );
  for (const row of lost)
    publishOnCommit(trx, { type: 'entity', entity: entity.name, tenantId, id: Number(row.id), do: 'update' });
}
