/** Reads the lines of records as the caller may see them. */
import type { Compilable } from 'kysely';
import type { EntityDefinition } from '../../../../generated/definition.ts';
import { fieldAccess } from '../../../../runtime/core/access/fieldAccess.ts';
import { entityOf } from '../../../../runtime/core/definitions/entities.ts';
import { type LineSet, lineSets } from '../../../../runtime/core/lines.ts';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import type { ScopedTrx } from '../../../platform/db/index.ts';
import { type Row, trxAny } from '../../../platform/db/tables/anyTable.ts';
import { runStatements } from '../../../platform/db/tenant.ts';
import type { Caller } from '../../access/asker.ts';
import { recordWhere } from '../../access/recordScope.ts';
import { columnsOf } from '../columns.ts';
import { HIDDEN } from '../write/recordDiff.ts';
import { linesWhere, orderedLines } from './lines.ts';

/** Lists the properties of a line that the caller may see. */
function listShownNames(caller: Caller, { field, link }: LineSet): string[] {
  const seen = columnsOf(entityOf(link.entity), caller);
  return Object.keys(field.items?.properties ?? {}).filter((name) => seen.has(name));
}

/** The query for one kind of lines that the caller may see. */
interface ShownSet {
  set: LineSet;
  names: readonly string[];
  /** Builds the query for the lines of the given records. */
  ask(trx: ScopedTrx, records: readonly Row[]): Compilable<Row>;
}

function listShownSets(caller: Caller, entity: EntityDefinition): ShownSet[] {
  return lineSets(entity).flatMap((set) => {
    if (fieldAccess(caller, entity, set.name) === 'hidden') return [];
    const { field, entity: name } = set.link;
    const child = entityOf(name);
    const names = listShownNames(caller, set);
    const allowed = recordWhere(caller, child, 'list');
    const ask = (trx: ScopedTrx, records: readonly Row[]) => {
      const query = trxAny(trx)
        .selectFrom(child.name)
        .select([...new Set([field, ...names])])
        .where(linesWhere(set, records))
        .orderBy(orderedLines(set));
      return allowed ? query.where(allowed) : query;
    };
    return [{ set, names, ask }];
  });
}

/** Returns the lines of each record as its fields. */
function placeLines(sets: readonly ShownSet[], read: readonly Row[][], records: readonly Row[]): Values[] {
  const shown: Values[] = records.map(() => ({}));
  for (const [at, { set, names }] of sets.entries()) {
    const { field, key } = set.link;
    const byRecord = Map.groupBy(read[at] ?? [], (row) => String(row[field]));
    for (const [place, record] of records.entries())
      shown[place]![set.name] = (byRecord.get(String(record[key])) ?? []).map((row) =>
        Object.fromEntries(names.map((one) => [one, row[one] ?? null])),
      );
  }
  return shown;
}

/** Returns the lines of each record as fields of the record. Lines that the caller may not list are left out. */
export async function readShownLines(
  trx: ScopedTrx,
  caller: Caller,
  entity: EntityDefinition,
  records: readonly Row[],
): Promise<Values[]> {
  const sets = records.length === 0 ? [] : listShownSets(caller, entity);
  const read =
    sets.length === 0 ? [] : await runStatements<Row[]>(trx, ...sets.map(({ ask }) => ask(trx, records)));
  return placeLines(sets, read, records);
}

/** The queries for records and their lines. */
export interface WithLines {
  questions: Compilable<Row>[];
  /** Returns the records, and for each record its lines as fields. */
  place(read: readonly Row[][]): { rows: Row[]; lines: Values[] };
}

/**
 * Builds the queries for the records of `query` and for their lines, which can run together. Null if lines refer to
 * another key than the known ids. Lines of records that the query does not return are dropped.
 */
export function askWithLines(
  trx: ScopedTrx,
  caller: Caller,
  entity: EntityDefinition,
  ids: readonly number[],
  query: Compilable<Row>,
): WithLines | null {
  const sets = ids.length === 0 ? [] : listShownSets(caller, entity);
  if (!sets.every(({ set }) => set.link.key === 'id')) return null;
  const idRows = ids.map((id): Row => ({ id }));
  return {
    questions: [query, ...sets.map(({ ask }) => ask(trx, idRows))],
    place: ([rows = [], ...read]) => ({ rows, lines: placeLines(sets, read, rows) }),
  };
}

/** Returns the lines of a history entry without hidden values. Values of other fields are unchanged. */
export function showLines(caller: Caller, entity: EntityDefinition, name: string, value: unknown): unknown {
  const set = lineSets(entity).find((one) => one.name === name);
  if (!set || !Array.isArray(value)) return value;
  const names = new Set(listShownNames(caller, set));
  return value.map((line: Values) =>
    Object.fromEntries(Object.entries(line).filter(([one, stored]) => names.has(one) && stored !== HIDDEN)),
  );
}
