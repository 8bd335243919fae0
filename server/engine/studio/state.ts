/** The current definitions of this process: those of the repository, overridden by the applied ones. */
import type pg from 'pg';
import { validatorModule } from '../../../codegen/write/validators.ts';
import { applyDefinitions } from '../../../runtime/core/definitions/registry.ts';
import { REGISTERED_FOLDERS } from '../../../runtime/core/definitions/studioKinds.ts';
import { withoutPatterns } from '../../../runtime/core/rules/patternCheck.ts';
import type { Services } from '../context.ts';
import { type AppliedChange, holdChanges, layChanges, makeOverlay, type Overlay } from './live.ts';
import { hashDocument, type Repository, readRepository } from './repository.ts';
import { changesInForce, readRevision, readStored } from './store.ts';

export type StudioParts = Pick<Services, 'db' | 'hub' | 'log' | 'surface'>;

export interface StudioState {
  files: Repository | null;
  /** The files from which this process was built. They differ only in development. */
  built: Repository | null;
  saved: AppliedChange[];
  revision: string;
  held: AppliedChange[];
  overlay: Overlay;
  /** The cached validators of forms as module texts, by entity. */
  validators: Map<string, string>;
}

const NOTHING: Overlay = {
  entities: {},
  pages: {},
  dashboards: {},
  documents: {},
  statistics: {},
  dictionaries: {},
  addition: { schemas: {}, paths: {}, operations: [] },
  validators: {},
};

export const makeState = (): StudioState => ({
  files: null,
  built: null,
  saved: [],
  revision: '',
  held: [],
  overlay: NOTHING,
  validators: new Map(),
});

export function repositoryOf(state: StudioState): Repository {
  state.files ??= readRepository();
  return state.files;
}

export async function withClient<T>(
  db: StudioParts['db'],
  run: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await db.pool.connect();
  try {
    return await run(client);
  } finally {
    client.release();
  }
}

function applyOverlay({ surface }: StudioParts, { addition, ...overlay }: Overlay): void {
  for (const folder of REGISTERED_FOLDERS) applyDefinitions<object>(folder, overlay[folder]);
  applyDefinitions('operations', Object.fromEntries(addition.operations.map((info) => [info.id, info])));
  surface.replace(addition);
}

/** Reads the applied definitions that have changed. */
export const loadState = (parts: StudioParts, state: StudioState): Promise<void> =>
  withClient(parts.db, async (client) => {
    const { saved, built } = state;
    const hashes = saved.map(({ document }) => hashDocument(document));
    const revision = [await readRevision(client), ...hashes].join();
    if (revision === state.revision) return;
    const some = (await changesInForce(client)).length > 0;
    const current = some ? await holdChanges(client, repositoryOf(state), await readStored(client)) : [];
    for (const { kind, name, state: found } of current)
      if (found === 'conflict' || found === 'invalid')
        parts.log.warn('an applied definition needs a look', { kind, name, state: found });
    const isLaid = some || saved.length > 0;
    const overlay = isLaid ? makeOverlay(built ?? repositoryOf(state), layChanges(saved, current)) : NOTHING;
    Object.assign(state, { held: current, overlay, validators: new Map() });
    applyOverlay(parts, overlay);
    state.revision = revision;
  });

/**
 * Returns the validator of an applied entity's form as the text of a module. Null if the entity is not
 * applied.
 */
export function validatorOf({ overlay, validators }: StudioState, name: string): string | null {
  const entry = overlay.entities[name];
  if (!entry) return null;
  const { $id: id, ...pure } = entry.pure;
  // Its patterns are left out, because the browser loads their engine separately.
  const code = validators.get(name) ?? validatorModule(String(id), withoutPatterns(pure));
  validators.set(name, code);
  return code;
}
