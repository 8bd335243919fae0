/** Applying and undoing: the tables, the record of the change and the audit line, in one transaction. */
import type { Entity } from '../../codegen/definition.ts';
import { entityTable, snake } from '../../codegen/tables.ts';
import type { Session } from '../context.ts';
import { error_code } from '../db/connect.ts';
import { type TablePlan, upkeep_sql } from '../db/tablePlan.ts';
import { states_read } from '../db/tables.ts';
import { AppError } from '../http/errors.ts';
import { type CheckContext, studio_check } from './check.ts';
import { type Step, type StudioPlan, studio_plan } from './plan.ts';
import { definitions_check, definitions_merge, document_hash, source_find } from './repository.ts';
import {
  type Client,
  change_audit,
  change_find,
  change_insert,
  change_undo,
  changes_of,
  kept_read,
} from './store.ts';
import { type Document, type Subject, subject_key } from './types.ts';

/** The same as the start of a server takes: one of them changes the tables at a time. */
const LOCK_KEY = 7_203_051_106;
/** Whoever works on the table now is not made to wait longer behind us. */
const LOCK_TIMEOUT = '5s';

export async function change_begin(client: Client): Promise<void> {
  await client.query('begin');
  await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
  await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY]);
}

const LOCK_NOT_AVAILABLE = '55P03';

/** Somebody else works on a table for longer than we wait. */
export const busy_error = (error: unknown): unknown =>
  error_code(error) === LOCK_NOT_AVAILABLE ? new AppError('studio.busy', {}, { cause: error }) : error;

/** The database refuses a statement: nothing was changed. */
async function steps_run(client: Client, steps: readonly Step[]): Promise<void> {
  for (const { sql, what } of steps) {
    try {
      await client.query(sql);
    } catch (error) {
      const code = error_code(error);
      if (code === LOCK_NOT_AVAILABLE) throw error;
      throw new AppError('studio.tableFailed', { what, code }, { cause: error });
    }
  }
}

function plan_require({ refused, breaches, ...plan }: StudioPlan, { lang }: Session): void {
  if (refused.length > 0)
    throw new AppError(
      'studio.refused',
      { reason: refused.map((reason) => reason[lang]).join('; ') },
      { data: { ...plan, refused, breaches } },
    );
  if (breaches.length > 0)
    throw new AppError('studio.breaches', {}, { data: { ...plan, refused, breaches } });
}

const columns_added = (steps: readonly Step[], entity: Entity): string[] =>
  steps.some((step) => step.do === 'createTable')
    ? Object.keys(entity.schema.properties ?? {}).map(snake)
    : steps.filter((step) => step.do === 'addColumn').map(({ what }) => what);

/** Other filters may ask for other tallies, another label for other pinyin; nobody needs to read of it beforehand. */
function upkeep_step(entity: Entity, { dictionaries }: CheckContext['repository']): Step {
  const plan = entityTable(entity, dictionaries) as TablePlan;
  return { do: 'protect', what: plan.table, sql: upkeep_sql(plan) };
}

export interface Apply {
  kind: Subject['kind'];
  /** Null: a definition that is not there yet. */
  name: string | null;
  document: Document;
  /** The change that the document was made from; 0 where none holds. */
  base: number;
}

export async function change_apply(
  client: Client,
  context: CheckContext,
  session: Session,
  { kind, name, document, base }: Apply,
): Promise<Subject> {
  const { repository, holding } = context;
  const subject = { kind, name: name ?? String(document.name) };
  const newest = (await changes_of(client, subject)).find(({ undoneAt }) => undoneAt === null);
  if ((newest?.id ?? 0) !== base) throw new AppError('studio.stale');
  const problems = studio_check(context, kind, name, document);
  if (problems.length > 0) throw new AppError('studio.invalid', {}, { data: { problems } });
  const file = source_find(repository.definitions, subject)?.document ?? null;
  const previous = holding.find((change) => subject_key(change) === subject_key(subject))?.document ?? file;
  if (JSON.stringify(previous) === JSON.stringify(document)) throw new AppError('studio.unchanged');

  let added: string[] = [];
  if (kind === 'entity') {
    const entity = document as unknown as Entity;
    const kept = (await kept_read(client)).get(snake(entity.name));
    const plan = await studio_plan(client, entity, repository.dictionaries, kept);
    plan_require(plan, session);
    await steps_run(client, [...plan.steps, upkeep_step(entity, repository)]);
    added = columns_added(plan.steps, entity);
  }
  const id = await change_insert(client, {
    ...subject,
    document,
    previous,
    base: document_hash(file),
    added,
    by: session,
  });
  await change_audit(client, session, 'apply', subject, id);
  return subject;
}

/** A table whose entity is gone keeps its rows; what it refers to is free again. */
async function references_drop(client: Client, table: string): Promise<void> {
  const state = (await states_read(client, [table])).get(table);
  const names = [...(state?.constraints ?? [])].filter((name) => name.startsWith('fk_'));
  await steps_run(
    client,
    names.map((name) => ({
      do: 'dropConstraint',
      what: name,
      sql: `alter table "${table}" drop constraint ${name}`,
    })),
  );
}

export async function change_takeBack(
  client: Client,
  { repository, holding }: CheckContext,
  session: Session,
  id: number,
): Promise<Subject> {
  const change = await change_find(client, id);
  if (!change || change.undoneAt !== null) throw new AppError('http.notFound');
  const versions = (await changes_of(client, change)).filter(({ undoneAt }) => undoneAt === null);
  if (versions[0]?.id !== id) throw new AppError('studio.notNewest');
  const target = versions[1]?.document ?? source_find(repository.definitions, change)?.document ?? null;
  const others = holding.filter((one) => subject_key(one) !== subject_key(change));
  const after = target ? [...others, { kind: change.kind, name: change.name, document: target }] : others;
  const problems = definitions_check(repository.check, definitions_merge(repository.definitions, after));
  if (problems.length > 0) {
    const shown = problems.map(({ file, pointer, message, zh = message }) => ({
      file,
      pointer,
      en: message,
      zh,
    }));
    throw new AppError('studio.inUse', {}, { data: { problems: shown } });
  }
  if (change.kind === 'entity') {
    const table = snake(change.name);
    if (target) {
      const kept = (await kept_read(client)).get(table);
      const entity = target as unknown as Entity;
      const plan = await studio_plan(client, entity, repository.dictionaries, kept);
      plan_require(plan, session);
      await steps_run(client, [...plan.steps, upkeep_step(entity, repository)]);
    } else await references_drop(client, table);
  }
  await change_undo(client, id, session);
  await change_audit(client, session, 'undo', change, id);
  return change;
}
