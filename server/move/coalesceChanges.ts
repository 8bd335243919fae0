/** Combines changes by row: only the last change of a row counts, and rows are sent in large batches. */
import type { Cell, Change, Row } from './pgoutput.ts';
import type { MovedTable } from './tables.ts';

/** The final state of a row. `wasThere` is true if the other end may have an earlier state. */
interface Outcome {
  key: readonly Cell[];
  /** Null if the row was deleted. */
  row: Row | null;
  wasThere: boolean;
}

/** Executed in the given order. */
export type Step =
  /** First deletes the rows with these keys, then inserts these rows. Both belong to the same table. */
  | { do: 'replace'; table: MovedTable; gone: (readonly Cell[])[]; rows: Row[] }
  /** Updates these cells of a row. The other cells are long and unchanged. */
  | { do: 'set'; table: MovedTable; key: readonly Cell[]; cells: Row }
  | { do: 'empty'; tables: string[] };

const isPartial = (row: Row): boolean => [...row.values()].includes(undefined);

const keyOf = ({ key }: MovedTable, row: Row): Cell[] => key.map(({ name }) => row.get(name));

const textOf = (key: readonly Cell[]): string => JSON.stringify(key);

function replaceSteps(pending: ReadonlyMap<MovedTable, ReadonlyMap<string, Outcome>>): Step[] {
  return [...pending].map(([table, outcomes]) => {
    const all = [...outcomes.values()];
    return {
      do: 'replace',
      table,
      gone: all.filter(({ wasThere }) => wasThere).map(({ key }) => key),
      rows: all.flatMap(({ row }) => row ?? []),
    };
  });
}

/** Returns steps that lead to the same final state as all the changes. Ignores changes of other tables. */
export function sumChanges(changes: Iterable<Change>, tables: ReadonlyMap<string, MovedTable>): Step[] {
  const steps: Step[] = [];
  let pending = new Map<MovedTable, Map<string, Outcome>>();

  const outcomesOf = (table: MovedTable): Map<string, Outcome> => {
    const outcomes = pending.get(table) ?? new Map<string, Outcome>();
    pending.set(table, outcomes);
    return outcomes;
  };
  const flush = (): void => {
    steps.push(...replaceSteps(pending));
    pending = new Map();
  };

  function remove(table: MovedTable, key: readonly Cell[]): void {
    const outcomes = outcomesOf(table);
    const before = outcomes.get(textOf(key));
    if (before && !before.wasThere) outcomes.delete(textOf(key));
    else outcomes.set(textOf(key), { key, row: null, wasThere: true });
  }

  function put(table: MovedTable, row: Row, isNew: boolean): void {
    const outcomes = outcomesOf(table);
    const key = keyOf(table, row);
    const before = outcomes.get(textOf(key));
    outcomes.set(textOf(key), { key, row, wasThere: before?.wasThere ?? !isNew });
  }

  function update(table: MovedTable, row: Row, old: Row | null): void {
    const key = keyOf(table, old ?? row);
    const before = pending.get(table)?.get(textOf(key))?.row;
    if (isPartial(row) && !before) {
      flush();
      const cells = new Map([...row].filter(([, cell]) => cell !== undefined));
      steps.push({ do: 'set', table, key, cells });
      return;
    }
    const whole = new Map(
      [...row].map(([name, cell]) => [name, cell === undefined ? before?.get(name) : cell]),
    );
    if (old) remove(table, key);
    put(table, whole, old !== null);
  }

  for (const change of changes) {
    if (change.kind === 'truncate') {
      flush();
      steps.push({ do: 'empty', tables: change.tables.filter((name) => tables.has(name)) });
      continue;
    }
    const table = tables.get(change.table);
    if (!table) continue;
    if (change.kind === 'insert') put(table, change.row, true);
    else if (change.kind === 'update') update(table, change.row, change.old);
    else remove(table, keyOf(table, change.old));
  }
  flush();
  return steps;
}
