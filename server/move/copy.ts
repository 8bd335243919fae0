/** Copies the rows in a snapshot of FROM, table by table, over several parallel connections. */
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { type MovedTable, nameList, quoteName } from './tables.ts';

export interface Pair {
  from: pg.Client;
  to: pg.Client;
}

interface Part {
  table: MovedTable;
  /** Name as SQL, quoted if necessary. */
  name: string;
  bytes: number;
}

async function copyPart({ from, to }: Pair, { table, name }: Part, signal: AbortSignal): Promise<void> {
  const columns = nameList(table.columns);
  const source = from.query(copyTo(`copy (select ${columns} from ${name}) to stdout`));
  const target = to.query(copyFrom(`copy ${quoteName(table.name)} (${columns}) from stdin`));
  await pipeline(source, target, { signal });
}

/** Copies these tables. The largest parts start first, so that the connections finish at about the same time. */
export async function copyTables(
  pairs: readonly Pair[],
  tables: readonly MovedTable[],
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const parts = tables
    .flatMap((table) => table.parts.map((part): Part => ({ table, ...part })))
    .sort((a, b) => a.bytes - b.bytes);
  const work = async (pair: Pair): Promise<void> => {
    for (let part = parts.pop(); part; part = parts.pop()) {
      await copyPart(pair, part, signal);
      onBytes(part.bytes);
    }
  };
  const ended = await Promise.allSettled(
    pairs.map((pair) =>
      work(pair).catch((error) => {
        parts.length = 0;
        throw error;
      }),
    ),
  );
  for (const result of ended) if (result.status === 'rejected') throw result.reason;
}
