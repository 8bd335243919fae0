/** Books: entries can be created and read, but not changed. A counter-entry reverses a wrong entry. */
import { sql } from 'kysely';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { lockedFields } from '../../../runtime/core/rules/lockedRecords.ts';
import { beforeCommit } from '../../platform/db/beforeCommit.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { runStatement } from '../../platform/db/tenant.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Writer, Written } from './rollupSources.ts';

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
const isNew = ({ before, after }: Written): boolean => before.id === undefined && after.id !== undefined;

/** Refuses changes of entries. Checks that each counter-entry reverses the entry to which it refers. */
export function noteBook(
  trx: Trx,
  writer: Writer,
  entity: EntityDefinition,
  written: readonly Written[],
): void {
  const { book, title } = entity;
  if (!book) return;
  const locked = lockedFields(entity, book.open);
  const isLocked = ({ before, after }: Written) =>
    before.id !== undefined &&
    after.id !== undefined &&
    locked.some((name) => !same(before[name], after[name]));
  if (written.some(isLocked)) throw new AppError('entity.bookKept', { title });
  const { counter } = book;
  const counters = counter ? written.filter((one) => isNew(one) && one.after[counter.field]) : [];
  if (counters.length > 0)
    beforeCommit(trx, 'kept', () =>
      checkCounters(
        trx,
        writer.tenantId,
        entity,
        counters.map(({ after }) => after),
      ),
    );
}

async function checkCounters(
  trx: Trx,
  tenantId: number,
  entity: EntityDefinition,
  entries: readonly Row[],
): Promise<void> {
  const { field, amounts, same: alike } = entity.book!.counter!;
  const names = [...new Set([field, ...amounts, ...alike])];
  const ids = entries.map((entry) => Number(entry[field]));
  const rows = await runStatement(
    trx,
    sql<Row>`select id, ${sql.join(names.map((name) => sql.ref(name)))} from ${sql.table(entity.name)}
      where tenant_id = ${tenantId} and id = any(${ids}::int8[])`,
  );
  const byId = new Map(rows.map((row) => [Number(row.id), row]));
  for (const entry of entries) {
    const undone = byId.get(Number(entry[field])) ?? {};
    if (undone[field] !== null) throw new AppError('entity.counterOfCounter', {}, { field: `/${field}` });
    const wrong =
      alike.find((name) => !same(String(entry[name]), String(undone[name]))) ??
      amounts.find((name) => Number(entry[name]) !== -Number(undone[name]));
    if (wrong !== undefined)
      throw new AppError('entity.notCounter', { field: wrong }, { field: `/${wrong}` });
  }
}
