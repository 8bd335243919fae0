/**
 * Prevents changes of records in closed months. At the end of a transaction that writes such a record, it takes a
 * shared lock of the month. Closing or reopening a month takes an exclusive lock, so no record is added at the same
 * time.
 */
import { type RawBuilder, sql } from 'kysely';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { closingMonth, lockedFields, monthOf } from '../../../runtime/core/rules/lockedRecords.ts';
import { beforeCommit } from '../../platform/db/beforeCommit.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { runStatement, runStatements } from '../../platform/db/tenant.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Writer, Written } from './rollupSources.ts';

/** The entity of the months. */
export const PERIOD = 'period';
export const CLOSED = 'closed';

/** The months of records that a transaction writes, and the records whose lines it writes. */
interface Noted {
  entity: EntityDefinition;
  months: Set<string>;
  ids: Set<number>;
}

/** A month that a transaction closes or reopens. */
interface Turned {
  kind: string;
  month: string;
  isReopened: boolean;
}

interface Pending {
  noted: Map<string, Noted>;
  turned: Turned[];
}

const pendings = new WeakMap<object, Map<number, Pending>>();

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Returns the parent record of lines, if its closed months also protect the lines. */
function parentOf(entity: EntityDefinition): { holder: EntityDefinition; field: string } | undefined {
  const { of } = entity;
  if (of?.in !== 'form') return undefined;
  const holder = entityRegistry.get(entity.schema.properties?.[of.field]?.['x-ref'] ?? '');
  return holder?.period && !holder.period.open?.includes(of.as) ? { holder, field: of.field } : undefined;
}

function pendingOf(trx: Trx, writer: Writer): Pending {
  const tenants = pendings.get(trx) ?? new Map<number, Pending>();
  pendings.set(trx, tenants);
  const pending = tenants.get(writer.tenantId) ?? { noted: new Map(), turned: [] };
  tenants.set(writer.tenantId, pending);
  return pending;
}

function noted({ noted: all }: Pending, entity: EntityDefinition): Noted {
  const known = all.get(entity.name) ?? { entity, months: new Set(), ids: new Set() };
  all.set(entity.name, known);
  return known;
}

/** Returns the months of a record before and after a write. Empty if no protected field changes. */
function touchedMonths(entity: EntityDefinition, { before, after }: Written): string[] {
  if (!lockedFields(entity, entity.period?.open).some((name) => !same(before[name], after[name]))) return [];
  return [before, after].flatMap((record) => closingMonth(entity, record) ?? []);
}

const turnedBy = ({ before, after }: Written): Turned[] =>
  [before, after].some(({ state }) => state === CLOSED) && !same(before.state, after.state)
    ? [
        {
          kind: String(after.kind ?? before.kind),
          month: String(after.month ?? before.month),
          isReopened: after.state !== CLOSED,
        },
      ]
    : [];

/** Remembers written records. Their months are checked before the commit. */
export function notePeriods(
  trx: Trx,
  writer: Writer,
  entity: EntityDefinition,
  written: readonly Written[],
): void {
  const months = entity.period ? written.flatMap((one) => touchedMonths(entity, one)) : [];
  const parent = parentOf(entity);
  const ids = parent
    ? written.flatMap(({ before, after }) => [before[parent.field], after[parent.field]]).filter(Number)
    : [];
  const turned = entity.name === PERIOD ? written.flatMap(turnedBy) : [];
  if (months.length + ids.length + turned.length === 0) return;
  const pending = pendingOf(trx, writer);
  if (pending.noted.size === 0 && pending.turned.length === 0)
    beforeCommit(trx, 'kept', () => checkPeriods(trx, writer, pending));
  for (const month of months) noted(pending, entity).months.add(month);
  if (parent) for (const id of ids) noted(pending, parent.holder).ids.add(Number(id));
  pending.turned.push(...turned);
}

const lockName = (kind: string, month: string): string => `${PERIOD} ${kind} ${month}`;

/** Locks are taken in a fixed order, so that two transactions cannot deadlock. */
const lockQuery = (how: 'shared' | 'alone', tenantId: number, names: readonly string[]): RawBuilder<Row> =>
  sql<Row>`select ${sql.raw(how === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')}(
    hashtextextended(n, ${tenantId})) from unnest(${[...new Set(names)].toSorted()}::text[]) n`;

async function checkPeriods(trx: Trx, writer: Writer, { noted: all, turned }: Pending): Promise<void> {
  const written = [...all.values()];
  const closing = turned.splice(0);
  all.clear();
  if (closing.length > 0) await turnMonths(trx, writer.tenantId, closing);
  for (const one of written) await checkMonths(trx, writer.tenantId, one);
}

async function turnMonths(trx: Trx, tenantId: number, closing: readonly Turned[]): Promise<void> {
  const names = closing.map(({ kind, month }) => lockName(kind, month));
  await runStatement(trx, lockQuery('alone', tenantId, names));
  for (const { kind, month } of closing.filter(({ isReopened }) => isReopened)) {
    const [later] = await runStatement(
      trx,
      sql<Row>`select month from ${sql.table(PERIOD)} where tenant_id = ${tenantId} and kind = ${kind}
        and state = ${CLOSED} and month > ${month} order by month desc limit 1`,
    );
    if (later) throw new AppError('entity.notLastClosed', { month: String(later.month) });
  }
}

/** Throws if one of the months is closed. */
async function checkMonths(trx: Trx, tenantId: number, { entity, months, ids }: Noted): Promise<void> {
  const { kind, day } = entity.period!;
  if (ids.size > 0) {
    const days = await runStatement(
      trx,
      sql<Row>`select ${sql.ref(day)}::text as day from ${sql.table(entity.name)}
        where tenant_id = ${tenantId} and id = any(${[...ids]}::int8[])`,
    );
    for (const row of days) {
      const month = monthOf(row.day);
      if (month) months.add(month);
    }
  }
  if (months.size === 0) return;
  const listed = [...months];
  const [, closed] = await runStatements<Row[]>(
    trx,
    lockQuery(
      'shared',
      tenantId,
      listed.map((month) => lockName(kind, month)),
    ),
    closedQuery(tenantId, kind, listed),
  );
  const [first] = closed ?? [];
  if (first) throw closedError(entity, String(first.month));
}

/** Returns a query for the closed months among the given ones. */
export const closedQuery = (tenantId: number, kind: string, months: readonly string[]): RawBuilder<Row> =>
  sql<Row>`select month from ${sql.table(PERIOD)} where tenant_id = ${tenantId} and kind = ${kind}
    and state = ${CLOSED} and month = any(${[...months]}::text[]) order by month`;

export const closedError = ({ period, title }: EntityDefinition, month: string): AppError =>
  new AppError('entity.closed', { month, title }, { field: `/${period?.day}` });
