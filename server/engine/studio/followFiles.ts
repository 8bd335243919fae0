/** In development: lays the files as they are now over what this process was built with. */
import type { Entity } from '../../../codegen/definition.ts';
import { entityTable } from '../../../codegen/tables.ts';
import type { TablePlan } from '../../platform/db/tablePlan.ts';
import { applyTables } from '../../platform/db/tables.ts';
import { beginChange } from './change.ts';
import { type Repository, readRepository } from './repository.ts';
import { changesSaved, isBuiltFrom } from './savedFiles.ts';
import { type StudioParts, type StudioState, withClient } from './state.ts';
import { readKept } from './store.ts';

/** The tables of saved entities, as a start would make them; `isTried`: only to see whether a start could. */
const followTables = (
  { db, log }: StudioParts,
  { dictionaries }: Repository,
  entities: readonly Entity[],
  isTried: boolean,
): Promise<void> =>
  withClient(db, async (client) => {
    const plans = entities.map((entity) => entityTable(entity, dictionaries) as TablePlan);
    try {
      await beginChange(client);
      await applyTables(client, plans, log, await readKept(client));
      await client.query(isTried ? 'rollback' : 'commit');
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
  });

/** False: what changed needs a start. Throws StartError where the tables cannot follow, and leaves all as it was. */
export async function followFiles(parts: StudioParts, state: StudioState): Promise<boolean> {
  const now = readRepository();
  if (!state.built && !isBuiltFrom(now)) return false;
  state.built ??= now;
  const changes = changesSaved(state.built.definitions, now.definitions);
  if (!changes) {
    const all = now.definitions.entities.map(({ value }) => value);
    await followTables(parts, now, all, true);
    return false;
  }
  const changed = changes.filter(({ kind }) => kind === 'entity');
  const entities = changed.map(({ document }) => document as unknown as Entity);
  await followTables(parts, now, entities, false);
  state.files = now;
  state.saved = changes;
  return true;
}
