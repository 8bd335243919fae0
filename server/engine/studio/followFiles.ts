/** In development: applies definition files that have changed since this process was built. */
import { setTimeout as delay } from 'node:timers/promises';
import { compileDefinitions } from '../../../codegen/compile.ts';
import type { Entity } from '../../../codegen/definition/definition.ts';
import { entityTable } from '../../../codegen/write/tables.ts';
import type { TablePlan } from '../../platform/db/tables/tablePlan.ts';
import { applyTables } from '../../platform/db/tables/tables.ts';
import { StartError } from '../../platform/startError.ts';
import { beginChange } from './change.ts';
import { dictionariesOf, type Repository, readEntity, readRepository } from './repository.ts';
import { findSavedChanges, isBuiltFrom } from './savedFiles.ts';
import { type StudioParts, type StudioState, withClient } from './state.ts';
import { readStored } from './store.ts';

const READ_TRIES = 10;
const READ_AGAIN_MS = 100;

/**
 * Reads the definitions after all files are completely written, because an editor may save during the read. Throws
 * StartError if a file stays unreadable, because a restart could not read it either.
 */
export async function readWhenWritten(root?: string): Promise<Repository> {
  for (let tries = 1; ; tries++)
    try {
      return readRepository(root);
    } catch (error) {
      if (tries === READ_TRIES) throw new StartError(error instanceof Error ? error.message : String(error));
      await delay(READ_AGAIN_MS);
    }
}

/**
 * Changes the tables of saved entities as a server start does. With `isTried`, only tests whether that is
 * possible.
 */
const followTables = (
  { db, log }: StudioParts,
  { definitions }: Repository,
  entities: readonly Entity[],
  isTried: boolean,
): Promise<void> =>
  withClient(db, async (client) => {
    const plans = entities.map((entity) => entityTable(entity, dictionariesOf(definitions)) as TablePlan);
    try {
      await beginChange(client);
      await applyTables(client, plans, log, await readStored(client));
      await client.query(isTried ? 'rollback' : 'commit');
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
  });

/**
 * Applies the changed files. Returns false if the change needs a restart. Throws StartError, without any
 * change, if the tables cannot be changed.
 */
export async function followFiles(parts: StudioParts, state: StudioState): Promise<boolean> {
  const now = await readWhenWritten();
  if (!state.built && !isBuiltFrom(now)) return false;
  state.built ??= now;
  const changes = findSavedChanges(state.built.definitions, now.definitions);
  if (!changes) {
    const all = compileDefinitions(now.definitions).entities.map(({ value }) => value);
    await followTables(parts, now, all, true);
    return false;
  }
  const changed = changes.filter(({ kind }) => kind === 'entity');
  const entities = changed.map(({ document }) => readEntity(document));
  await followTables(parts, now, entities, false);
  state.files = now;
  state.saved = changes;
  return true;
}
