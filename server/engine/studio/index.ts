/**
 * The schema studio: definitions are changed while the platform runs. What was applied lies over the definitions of
 * the repository in every server process, and a server that starts finds it there.
 */
import type pg from 'pg';
import type { Entity } from '../../../codegen/definition.ts';
import { entityEntry } from '../../../codegen/registries.ts';
import { entityTable, snake } from '../../../codegen/tables.ts';
import { validatorModule } from '../../../codegen/validators.ts';
import { dashboardRegistry } from '../../../runtime/core/definitions/dashboards.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { operationRegistry } from '../../../runtime/core/definitions/operations.ts';
import { pageRegistry } from '../../../runtime/core/definitions/pages.ts';
import { withoutPatterns } from '../../../runtime/core/patternCheck.ts';
import type { TablePlan } from '../../platform/db/tablePlan.ts';
import { applyTables } from '../../platform/db/tables.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Service, Services, Session } from '../context.ts';
import { type Apply, applyChange, beginChange, busyError, takeChangeBack } from './change.ts';
import { type CheckContext, checkStudio } from './check.ts';
import {
  changesLaid,
  type HeldChange,
  holdChanges,
  holds,
  makeOverlay,
  type Overlay,
  tablesReserved,
} from './live.ts';
import { planStudio, type StudioPlan } from './plan.ts';
import { hashDocument, type Repository, readRepository } from './repository.ts';
import { changesSaved, isBuiltFrom } from './saved.ts';
import { type Client, changesHolding, readKept, readRevision } from './store.ts';
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
  held(): readonly HeldChange[];
  /** The validator of an applied entity's form, as a program file. */
  validator(entity: string): string | null;
  check(kind: Subject['kind'], name: string | null, document: Document): Promise<StudioProblem[]>;
  plan(entity: Document): Promise<StudioPlan>;
  /** The pure schema of an entity's form, for a preview. */
  pure(entity: Document): Record<string, unknown>;
  apply(session: Session, change: Apply): Promise<Subject>;
  undo(session: Session, id: number): Promise<Subject>;
  /**
   * In development: lays the files as they are now over what this process was built with (noted by the first call).
   * False: what changed needs a start. Throws StartError where the tables cannot follow, and leaves all as it was.
   */
  follow(): Promise<boolean>;
  /** For reading what was applied. */
  query: Client['query'];
}

const NOTHING: Overlay = {
  entities: {},
  pages: {},
  dashboards: {},
  addition: { schemas: {}, paths: {}, operations: [] },
  validators: {},
};

export function createStudio({
  db,
  hub,
  log,
  surface,
}: Pick<Services, 'db' | 'hub' | 'log' | 'surface'>): Studio {
  let files: Repository | null = null;
  /** The files as this process was built with; only development lets them differ. */
  let built: Repository | null = null;
  let saved: HeldChange[] = [];
  let revision = '';
  let held: HeldChange[] = [];
  let overlay = NOTHING;
  let validators = new Map<string, string>();
  let loading: Promise<void> = Promise.resolve();
  let changing: Promise<unknown> = Promise.resolve();
  let unsubscribe: (() => void) | null = null;

  const repository = (): Repository => {
    files ??= readRepository();
    return files;
  };

  async function withClient<T>(run: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await db.pool.connect();
    try {
      return await run(client);
    } finally {
      client.release();
    }
  }

  const load = (): Promise<void> =>
    withClient(async (client) => {
      const now = [await readRevision(client), ...saved.map(({ document }) => hashDocument(document))].join();
      if (now === revision) return;
      const some = (await changesHolding(client)).length > 0;
      held = some ? await holdChanges(client, repository(), await readKept(client)) : [];
      for (const { kind, name, state } of held)
        if (state === 'conflict' || state === 'invalid')
          log.warn('an applied definition needs a look', { kind, name, state });
      overlay =
        some || saved.length > 0 ? makeOverlay(built ?? repository(), changesLaid(saved, held)) : NOTHING;
      validators = new Map();
      entityRegistry.apply(overlay.entities as never);
      pageRegistry.apply(overlay.pages as never);
      dashboardRegistry.apply(overlay.dashboards as never);
      operationRegistry.apply(Object.fromEntries(overlay.addition.operations.map((info) => [info.id, info])));
      surface.replace(overlay.addition);
      revision = now;
    });

  /** One after the other, so that an older state never comes out on top. */
  const reload = (): Promise<void> => {
    loading = loading.then(load, load);
    return loading;
  };

  /** The tables of saved entities, as a start would make them; `tried`: only to see whether a start could. */
  const followTables = (now: Repository, entities: readonly Entity[], tried: boolean): Promise<void> =>
    withClient(async (client) => {
      const plans = entities.map((entity) => entityTable(entity, now.dictionaries) as TablePlan);
      try {
        await beginChange(client);
        await applyTables(client, plans, log, await readKept(client));
        await client.query(tried ? 'rollback' : 'commit');
      } catch (error) {
        await client.query('rollback').catch(() => {});
        throw error;
      }
    });

  async function makeContext(client: Client): Promise<CheckContext> {
    return {
      repository: repository(),
      holding: held.filter(holds),
      operations: surface.operations(),
      tables: await tablesReserved(client, repository()),
    };
  }

  async function change<T>(
    session: Session,
    run: (client: Client, context: CheckContext) => Promise<T>,
  ): Promise<T> {
    // Definitions are the same for all tenants: the administrator of one must not change them for the others.
    if (!session.admin) throw new AppError('studio.notAdmin');
    // One at a time: a change needs a second connection while it holds its own.
    const result = changing.then(() =>
      withClient(async (client) => {
        try {
          await beginChange(client);
          await reload();
          const done = await run(client, await makeContext(client));
          await client.query('commit');
          return done;
        } catch (error) {
          await client.query('rollback').catch(() => {});
          throw busyError(error);
        }
      }),
    );
    changing = result.catch(() => {});
    const done = await result;
    await reload();
    hub.publish({ type: 'definitions' });
    return done;
  }

  return {
    async start() {
      unsubscribe = hub.subscribe((event) => {
        if (event.type !== 'definitions' && event.type !== 'resync') return;
        reload().catch((error) => log.error('applied definitions could not be read', { error }));
      });
      await reload();
    },
    async close() {
      unsubscribe?.();
      await loading.catch(() => {});
    },
    revision: () => revision,
    overlay: () => overlay,
    repository,
    held: () => held,
    validator(name) {
      const entry = overlay.entities[name];
      if (!entry) return null;
      const { $id: id, ...pure } = entry.pure;
      // Its patterns run on an engine that the browser loads by itself.
      const code = validators.get(name) ?? validatorModule(String(id), withoutPatterns(pure));
      validators.set(name, code);
      return code;
    },
    check: (kind, name, document) =>
      withClient(async (client) => checkStudio(await makeContext(client), kind, name, document)),
    plan: (document) =>
      withClient(async (client) => {
        const entity = document as unknown as Entity;
        const kept = (await readKept(client)).get(snake(entity.name));
        return planStudio(client, entity, repository().dictionaries, kept);
      }),
    pure: (document) => entityEntry(document as unknown as Entity, repository().dictionaries).pure,
    apply: (session, apply) =>
      change(session, (client, context) => applyChange(client, context, session, apply)),
    async follow() {
      const now = readRepository();
      if (!built && !isBuiltFrom(now)) return false;
      built ??= now;
      const changes = changesSaved(built.definitions, now.definitions);
      if (!changes) {
        const all = now.definitions.entities.map(({ value }) => value);
        await followTables(now, all, true);
        return false;
      }
      const changed = changes.filter(({ kind }) => kind === 'entity');
      const entities = changed.map(({ document }) => document as unknown as Entity);
      await followTables(now, entities, false);
      files = now;
      saved = changes;
      await reload();
      hub.publish({ type: 'definitions' });
      return true;
    },
    undo: (session, id) => change(session, (client, context) => takeChangeBack(client, context, session, id)),
    query: db.pool.query.bind(db.pool) as Client['query'],
  };
}
