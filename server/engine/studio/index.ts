/**
 * The schema studio: definitions are changed while the platform runs. Applied definitions override those of the
 * repository in every server process, and a starting server loads them.
 */

import { compileDefinitions } from '../../../codegen/compile.ts';
import { composeRecords } from '../../../codegen/definition/lines.ts';
import { entityEntry } from '../../../codegen/write/registries.ts';
import { snake } from '../../../codegen/write/tables.ts';
import type { SessionClient } from '../../platform/db/lease/heldConnection.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Service, Session } from '../context.ts';
import { fillRollups } from '../derived/rollupFill.ts';
import { type Apply, applyChange, beginChange, busyError, takeChangeBack, type Undo } from './change.ts';
import { type CheckContext, checkStudio } from './check.ts';
import { listUsers, refuseInner, turnDictionary } from './dictionaries.ts';
import { drawingProblems } from './drawing.ts';
import { followFiles } from './followFiles.ts';
import { splitLines } from './lines.ts';
import { type AppliedChange, holds, listReservedTables, type Overlay } from './live.ts';
import { applyMenu, type MenuPlace } from './menu.ts';
import { joinPlans, planStudio, type StudioPlan } from './plan.ts';
import { dictionariesOf, findSource, mergeDefinitions, type Repository, readEntity } from './repository.ts';
import { type Replaced, type RoleGrant, rightsOffered } from './rights.ts';
import {
  loadState,
  makeState,
  repositoryOf,
  type StudioParts,
  type StudioState,
  validatorOf,
  withClient,
} from './state.ts';
import { readStored } from './store.ts';
import type { Document, StudioProblem, Subject } from './types.ts';

declare module '../context.ts' {
  interface Services {
    studio: Studio;
  }
}

export interface Studio extends Required<Service> {
  revision(): string;
  overlay(): Overlay;
  repository(): Repository;
  held(): readonly AppliedChange[];
  /**
   * Returns the validator of an applied entity's form as the text of a module. Null if the entity is not
   * applied.
   */
  validator(entity: string): string | null;
  check(kind: Subject['kind'], name: string | null, document: Document): Promise<StudioProblem[]>;
  /** Returns the effect of a definition on tables. Null for kinds without tables. */
  plan(kind: Subject['kind'], document: Document): Promise<StudioPlan | null>;
  /** Returns the rights that an entity adds and that roles of the caller's tenant lack. */
  rights(session: Session, entity: Document): Promise<RoleGrant[]>;
  /** Returns the problems of an automation's drawing. */
  drawing(drawing: unknown): StudioProblem[];
  /** Returns the form of an entity with its lines, for a preview. */
  form(entity: Document): { schema: Document; pure: Document };
  apply(session: Session, change: Apply): Promise<Subject>;
  undo(session: Session, undo: Undo): Promise<Subject>;
  /** Orders the menu. `revision` is that of the menu that the user saw. Returns the id of the change. */
  placeMenu(session: Session, revision: string, places: readonly MenuPlace[]): Promise<{ id: number }>;
  /**
   * In development: applies definition files that have changed since this process was built. Returns false if
   * the change needs a restart. Throws StartError, without any change, if the tables cannot be changed.
   */
  follow(): Promise<boolean>;
  /** Runs a query that reads applied definitions. */
  query: SessionClient['query'];
}

/** Runs a change in a transaction of its own. */
const inChange = <T>(db: StudioParts['db'], run: (client: SessionClient) => Promise<T>): Promise<T> =>
  withClient(db, async (client) => {
    try {
      const done = await run(client);
      await client.query('commit');
      return done;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw busyError(error);
    }
  });

/** Returns a record and its lines, each with its current definition. */
function replacedParts(
  { definitions }: Repository,
  stored: readonly AppliedChange[],
  document: Document,
): Replaced[] {
  const applied = mergeDefinitions(definitions, stored.filter(holds));
  return splitLines({ kind: 'entity', name: String(document.name) }, document).map((part) => ({
    ...part,
    previous: findSource(applied, part)?.document ?? null,
  }));
}

/** Plans the tables of a record and its lines. Only the rows of the record are counted. */
const planDocument = (
  db: StudioParts['db'],
  repository: Repository,
  stored: readonly AppliedChange[],
  document: Document,
): Promise<StudioPlan> =>
  withClient(db, async (client) => {
    const keptByTable = await readStored(client);
    const dictionaries = dictionariesOf(mergeDefinitions(repository.definitions, stored.filter(holds)));
    const plans: StudioPlan[] = [];
    for (const part of replacedParts(repository, stored, document)) {
      const entity = readEntity(part.document);
      const before = part.previous && { entity: readEntity(part.previous), dictionaries };
      const storedColumns = keptByTable.get(snake(entity.name));
      plans.push(await planStudio(client, { entity, before, dictionaries, storedColumns }));
    }
    return joinPlans(plans);
  });

/** Plans the tables of all fields that use a dictionary. */
const planDictionary = (
  db: StudioParts['db'],
  repository: Repository,
  stored: readonly AppliedChange[],
  document: Document,
): Promise<StudioPlan> =>
  withClient(db, async (client) => {
    const keptByTable = await readStored(client);
    const turn = turnDictionary(repository, stored.filter(holds), String(document.name), document);
    const dictionaries = dictionariesOf(turn.after);
    const plans: StudioPlan[] = [];
    for (const entity of listUsers(turn)) {
      const before = { entity, dictionaries: dictionariesOf(turn.before) };
      const storedColumns = keptByTable.get(snake(entity.name));
      const plan = await planStudio(client, { entity, before, dictionaries, storedColumns });
      plans.push({ ...plan, refused: [...plan.refused, ...refuseInner(turn, entity)] });
    }
    return joinPlans(plans);
  });

const PLANS: Partial<Record<Subject['kind'], typeof planDocument>> = {
  entity: planDocument,
  dictionary: planDictionary,
};

/** Returns the problems of a drawing with the current definitions. */
function drawnProblems(state: StudioState, drawing: unknown): StudioProblem[] {
  const { metas, definitions } = repositoryOf(state);
  const inForce = mergeDefinitions(definitions, state.held.filter(holds));
  return drawingProblems({ metas, definitions: inForce }, drawing);
}

/** Returns the definition of a record in the served form, with its lines in its schema. */
function formOf(
  { definitions }: Repository,
  stored: readonly AppliedChange[],
  document: Document,
): { schema: Document; pure: Document } {
  const name = String(document.name);
  const parts = splitLines({ kind: 'entity', name }, document);
  const merged = mergeDefinitions(definitions, [...stored.filter(holds), ...parts]);
  const { value } = composeRecords(compileDefinitions(merged)).entities.find(
    (source) => source.value.name === name,
  )!;
  // A field is plain JSON.
  return { schema: value.schema as Document, pure: entityEntry(value, dictionariesOf(merged)).pure };
}

/**
 * Computes the roll-ups of the new definitions, which already apply. After a failure, a figure is corrected
 * by the next write of a child record.
 */
const fillAll = ({ db, log }: StudioParts): Promise<void> =>
  fillRollups(db).catch((error) => log.error('roll-ups could not be filled', { error }));

/** Returns the definitions against which a change is checked. */
async function makeContext(
  { surface }: StudioParts,
  state: StudioState,
  client: SessionClient,
): Promise<CheckContext> {
  const repository = repositoryOf(state);
  const holding = state.held.filter(holds);
  return {
    repository,
    holding,
    definitions: mergeDefinitions(repository.definitions, holding),
    operations: surface.operations(),
    tables: await listReservedTables(client, repository),
  };
}

type Run<T> = (client: SessionClient, context: CheckContext) => Promise<T>;

/**
 * Returns a function that runs changes one after the other, and then reloads the definitions in all
 * processes.
 */
function createChanges(parts: StudioParts, state: StudioState, reload: () => Promise<void>) {
  const { db, hub } = parts;
  let changing: Promise<unknown> = Promise.resolve();

  return async function change<T>(session: Session, run: Run<T>): Promise<T> {
    // Definitions are the same for all tenants, so the administrator of one tenant must not change them for others.
    if (!session.admin) throw new AppError('studio.notAdmin');
    const work = async (client: SessionClient): Promise<T> => {
      await beginChange(client);
      await reload();
      return run(client, await makeContext(parts, state, client));
    };
    // Changes run one at a time, because each needs a second connection in addition to its own.
    const result = changing.then(() => inChange(db, work));
    changing = result.catch(() => {});
    const done = await result;
    await reload();
    hub.publish({ type: 'definitions' });
    await fillAll(parts);
    return done;
  };
}

export function createStudio(parts: StudioParts): Studio {
  const { db, hub, log } = parts;
  const state = makeState();
  let loading: Promise<void> = Promise.resolve();
  let unsubscribe: (() => void) | null = null;
  /** Runs reloads one after the other, so that an older state never replaces a newer one. */
  const reload = (): Promise<void> => {
    const load = (): Promise<void> => loadState(parts, state);
    loading = loading.then(load, load);
    return loading;
  };

  const change = createChanges(parts, state, reload);
  return {
    async start() {
      unsubscribe = hub.subscribe((event) => {
        if (event.type !== 'definitions' && event.type !== 'resync') return;
        reload().catch((error) => log.error('applied definitions could not be read', { error }));
      });
      await reload();
      await fillAll(parts);
    },
    async close() {
      unsubscribe?.();
      await loading.catch(() => {});
    },
    revision: () => state.revision,
    overlay: () => state.overlay,
    repository: () => repositoryOf(state),
    held: () => state.held,
    drawing: (drawing) => drawnProblems(state, drawing),
    validator: (name) => validatorOf(state, name),
    check: (kind, name, document) =>
      withClient(db, async (client) =>
        checkStudio(await makeContext(parts, state, client), kind, name, document),
      ),
    plan: async (kind, document) => PLANS[kind]?.(db, repositoryOf(state), state.held, document) ?? null,
    // Only a user who may apply the definition sees which roles lack its rights.
    rights: async (session, document) =>
      session.admin
        ? withClient(db, (client) =>
            rightsOffered(client, session, replacedParts(repositoryOf(state), state.held, document)),
          )
        : [],
    form: (document) => formOf(repositoryOf(state), state.held, document),
    apply: (session, apply) =>
      change(session, (client, context) => applyChange(client, context, session, apply)),
    placeMenu: (session, revision, places) =>
      change(session, (client, context) => {
        if (state.revision !== revision) throw new AppError('studio.stale');
        return applyMenu(client, context, session, places);
      }),
    async follow() {
      if (!(await followFiles(parts, state))) return false;
      await reload();
      hub.publish({ type: 'definitions' });
      await fillAll(parts);
      return true;
    },
    undo: (session, undo) =>
      change(session, (client, context) => takeChangeBack(client, context, session, undo)),
    query: db.pool.query.bind(db.pool) as SessionClient['query'],
  };
}
