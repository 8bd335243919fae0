/** Locks data that others write, like a slow writer. */
import { onTestFinished } from 'vitest';
import type { TestServer } from '../server/server.ts';
import { conditionOf } from './world.ts';

type Inside = { app: Pick<TestServer['app'], 'db'> };
type Row = Record<string, unknown>;

/** Runs a statement that locks. The returned function unlocks. The end of a failed test also unlocks. */
async function lock({ app }: Inside, text: string, values: unknown[] = []): Promise<() => Promise<void>> {
  const session = await app.db.pool.connect();
  let isLocked = true;
  const letGo = async (): Promise<void> => {
    if (!isLocked) return;
    isLocked = false;
    await session.query('rollback');
    session.release();
  };
  onTestFinished(letGo);
  await session.query('begin');
  await session.query(text, values);
  return letGo;
}

/** Locks a table so that writers wait. */
export const holdTable = (server: Inside, table: string, mode: string): Promise<() => Promise<void>> =>
  lock(server, `lock table "${table}" in ${mode} mode`);

export function holdRows(server: Inside, table: string, where: Row): Promise<() => Promise<void>> {
  const { text, values } = conditionOf(where);
  return lock(server, `select from "${table}" ${text} for update`, values);
}
