/** Verifies a move while writes are blocked: each table must have the same number of rows at both ends. */
import type pg from 'pg';
import { CommandError } from '../connectors/http/command.ts';
import type { Pair } from './copy.ts';
import { type MovedTable, quoteName } from './tables.ts';

async function countRows(client: pg.Client, { name }: MovedTable): Promise<string> {
  const { rows } = await client.query<{ count: string }>(
    `select count(*)::text as count from ${quoteName(name)}`,
  );
  return rows[0]!.count;
}

/** Compares the numbers of rows. Throws if they differ. Returns the number of rows. */
export async function compareCounts(pairs: readonly Pair[], tables: readonly MovedTable[]): Promise<number> {
  const left = [...tables];
  const wrong: string[] = [];
  let total = 0;
  const work = async ({ from, to }: Pair): Promise<void> => {
    for (let table = left.pop(); table; table = left.pop()) {
      const [here, there] = await Promise.all([countRows(from, table), countRows(to, table)]);
      if (here !== there) wrong.push(`${table.name} has ${here} rows and ${there} at TO`);
      total += Number(here);
    }
  };
  await Promise.all(pairs.map(work));
  if (wrong.length > 0) throw new CommandError(`the ends differ: ${wrong.join('; ')}`);
  return total;
}
