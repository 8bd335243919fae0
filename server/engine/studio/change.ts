/** Applies and undoes changes: the tables, the entry of the change and the audit line in one transaction. */

import type { Entity } from '../../../codegen/definition/definition.ts';
import { entityTable, snake } from '../../../codegen/write/tables.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { writeAuditBy } from '../../platform/db/auditLog.ts';
import { errorCode } from '../../platform/db/connect/connect.ts';
import type { SessionClient } from '../../platform/db/lease/heldConnection.ts';
import { type TablePlan, upkeepSql } from '../../platform/db/tables/tablePlan.ts';
import { readStates } from '../../platform/db/tables/tables.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Session } from '../context.ts';
import { type CheckContext, checkStudio } from './check.ts';
import {
  type ChoiceMove,
  findUsedChoices,
  moveChoices,
  requireMoved,
  requireMoves,
  type UsedChoice,
} from './choicesTaken.ts';
import {
  followEntries,
  isOfEntries,
  listUsers,
  refuseInner,
  type Turn,
  turnDictionary,
} from './dictionaries.ts';
import { linesOf, splitLines } from './lines.ts';
import { joinPlans, type Planned, planStudio, type Step, type StudioPlan } from './plan.ts';
import { dictionariesOf, findSource, hashDocument, mergeDefinitions, readEntity } from './repository.ts';
import { grantRights, revokeRights } from './rights.ts';
import {
  changesOf,
  changesTogether,
  findChange,
  insertChange,
  markTogether,
  readStored,
  undoChange,
} from './store.ts';
import { type Change, type Document, type Subject, subjectKey } from './types.ts';

/** The same lock as at the start of a server, so that only one of them changes tables at a time. */
const LOCK_KEY = 7_203_051_106;
/** Other sessions that use the table must not wait longer for this one. */
const LOCK_TIMEOUT = '5s';

export async function beginChange(client: SessionClient): Promise<void> {
  await client.query('begin');
  await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
  await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY]);
}

const LOCK_NOT_AVAILABLE = '55P03';

/** Returns the error that another session uses a table for longer than the timeout. */
export const busyError = (error: unknown): unknown =>
  errorCode(error) === LOCK_NOT_AVAILABLE ? new AppError('studio.busy', {}, { cause: error }) : error;

/**
 * Returns whether a step adds a check. Such steps run after the records that would violate the check were
 * changed.
 */
const isCheck = ({ do: kind }: Step): boolean => kind === 'addCheck';

/** Runs the steps. If the database refuses a statement, nothing was changed. */
async function runSteps(client: SessionClient, steps: readonly Step[]): Promise<void> {
  for (const { sql, what } of steps) {
    try {
      await client.query(sql);
    } catch (error) {
      const code = errorCode(error);
      if (code === LOCK_NOT_AVAILABLE) throw error;
      throw new AppError('studio.tableFailed', { what, code }, { cause: error });
    }
  }
}

function requirePlan({ refused, breaches, ...plan }: StudioPlan, { lang }: Session): void {
  if (refused.length > 0)
    throw new AppError(
      'studio.refused',
      { reason: refused.map((reason) => pickText(reason, lang)).join('; ') },
      { data: { ...plan, refused, breaches } },
    );
  if (breaches.length > 0)
    throw new AppError('studio.breaches', {}, { data: { ...plan, refused, breaches } });
}

const listAddedColumns = (steps: readonly Step[], entity: Entity): string[] =>
  steps.some((step) => step.do === 'createTable')
    ? Object.keys(entity.schema.properties ?? {}).map(snake)
    : steps.filter((step) => step.do === 'addColumn').map(({ what }) => what);

/**
 * Returns the step that updates tallies for other filters, and pinyin for another label. The preview does not
 * list these steps.
 */
function upkeepStep(entity: Entity, dictionaries: Planned['dictionaries']): Step {
  const plan = entityTable(entity, dictionaries) as TablePlan;
  return { do: 'protect', what: plan.table, sql: upkeepSql(plan) };
}

export interface Apply {
  kind: Subject['kind'];
  /** Null for a new definition. */
  name: string | null;
  document: Document;
  /** The change on which the document is based. 0 if there is none. */
  base: number;
  /** The new values of records whose choice is removed. */
  moves: readonly ChoiceMove[];
  /** Keys of the roles in the caller's tenant that receive the rights added by the definition. */
  roles: readonly string[];
}

/** Writes the change or its undoing into the audit log of the acting user's tenant. */
const auditChange = (
  client: SessionClient,
  { tenantId, userId }: Session,
  action: 'apply' | 'undo',
  { kind, name }: Subject,
  id: number,
): Promise<void> =>
  writeAuditBy(client, {
    tenantId,
    userId,
    entity: 'studio',
    id: `${kind}/${name}`,
    action,
    diff: { change: [null, id] },
  });

/** Returns the id of the newest change among these that was not undone. 0 if there is none. */
async function newestOf(client: SessionClient, subjects: readonly Subject[]): Promise<number> {
  const ids: number[] = [];
  for (const subject of subjects) {
    const newest = (await changesOf(client, subject)).find(({ undoneAt }) => undoneAt === null);
    ids.push(newest?.id ?? 0);
  }
  return Math.max(...ids);
}

interface Following extends Subject {
  /** Null if the definition is removed. */
  document: Document | null;
  previous: Document | null;
  moves?: readonly ChoiceMove[];
}

/** Applies a changed definition to the database. Returns the added columns. */
async function followChange(
  client: SessionClient,
  context: CheckContext,
  session: Session,
  { kind, name, document, previous, moves = [] }: Following,
): Promise<string[]> {
  if (kind === 'entity' && document) {
    const dictionaries = dictionariesOf(context.definitions);
    const before = previous && { entity: readEntity(previous), dictionaries };
    return followTable(client, session, { entity: readEntity(document), before, dictionaries }, moves);
  }
  if (kind === 'entity') await dropReferences(client, snake(name));
  if (kind === 'dictionary') await followDictionary(client, context, session, { name, document, moves });
  return [];
}

/** Changes the tables of all fields that use a dictionary, and the entries of tenants. */
async function followDictionary(
  client: SessionClient,
  { repository, holding }: CheckContext,
  session: Session,
  { name, document, moves }: Pick<Following, 'name' | 'document'> & { moves: readonly ChoiceMove[] },
): Promise<void> {
  const turn = turnDictionary(repository, holding, name, document);
  const dictionaries = dictionariesOf(turn.after);
  await followEntries(client, turn, async () => {
    for (const entity of listUsers(turn)) {
      const before = { entity, dictionaries: dictionariesOf(turn.before) };
      const refused = refuseInner(turn, entity);
      if (refused.length > 0) requirePlan({ ...joinPlans([]), refused }, session);
      await followTable(client, session, { entity, before, dictionaries }, moves);
    }
  });
}

/** Changes the table to match the entity. Returns the added columns. */
async function followTable(
  client: SessionClient,
  session: Session,
  planned: Omit<Planned, 'storedColumns'>,
  moves: readonly ChoiceMove[],
): Promise<string[]> {
  const { entity, dictionaries } = planned;
  const storedColumns = (await readStored(client)).get(snake(entity.name));
  const plan = await planStudio(client, { ...planned, storedColumns });
  requirePlan(plan, session);
  const own = moves.filter((move) => move.entity === entity.name);
  requireMoves(planned, plan.taken, own);
  await runSteps(
    client,
    plan.steps.filter((step) => !isCheck(step)),
  );
  await moveChoices(client, session, entity, own);
  await runSteps(client, [...plan.steps.filter(isCheck), upkeepStep(entity, dictionaries)]);
  return listAddedColumns(plan.steps, entity);
}

const same = (a: Document | null, b: Document): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Throws if the definitions would have problems. The error lists the problems. */
export function requireSound(
  problems: ReturnType<CheckContext['repository']['check']>,
  key: 'studio.invalid' | 'studio.inUse',
): void {
  if (problems.length === 0) return;
  const shown = problems.map(({ file, pointer, message, zh = message }) => ({
    file,
    pointer,
    en: message,
    zh,
  }));
  throw new AppError(key, {}, { data: { problems: shown } });
}

/** A changed definition, with that of its file and the previous one. */
export interface AppliedPart extends Subject {
  document: Document;
  file: Document | null;
  previous: Document | null;
}

/**
 * Stores the parts of a change that is applied as a whole. Updates tables and dictionary entries, and adds
 * the requested rights to roles. Returns the id of the first part.
 */
export async function storeParts(
  client: SessionClient,
  context: CheckContext,
  session: Session,
  parts: readonly AppliedPart[],
  { moves = [], roles = [] }: Partial<Pick<Apply, 'moves' | 'roles'>> = {},
): Promise<number> {
  const granted = await grantRights(client, session, parts, roles);
  let first: number | null = null;
  for (const { kind, name, document, file, previous } of parts) {
    const id = await insertChange(client, {
      ...{ kind, name, document, previous },
      base: hashDocument(file),
      added: await followChange(client, context, session, { kind, name, document, previous, moves }),
      granted: first === null ? granted : [],
      together: first,
      by: session,
    });
    await auditChange(client, session, 'apply', { kind, name }, id);
    first ??= id;
  }
  if (parts.length > 1) await markTogether(client, first!);
  return first!;
}

/** Applies a definition. The definition of a record is applied together with those of its lines. */
export async function applyChange(
  client: SessionClient,
  context: CheckContext,
  session: Session,
  { kind, name, document, base, moves, roles }: Apply,
): Promise<Subject> {
  const { repository, holding } = context;
  const { definitions } = repository;
  const subject = { kind, name: name ?? String(document.name) };
  const lines = linesOf(subject, mergeDefinitions(definitions, holding));
  if ((await newestOf(client, [subject, ...lines])) !== base) throw new AppError('studio.stale');
  const problems = checkStudio(context, kind, name, document);
  if (problems.length > 0) throw new AppError('studio.invalid', {}, { data: { problems } });
  const all = splitLines(subject, document).map((part) => {
    const file = findSource(definitions, part)?.document ?? null;
    const appliedDocument = holding.find((change) => subjectKey(change) === subjectKey(part))?.document;
    return { ...part, file, previous: appliedDocument ?? file };
  });
  const changed = all.filter((part) => !same(part.previous, part.document));
  if (changed.length === 0) throw new AppError('studio.unchanged');
  // The record is included even if only its lines change, so that its history contains the change.
  const applied = all.filter((part) => part.at === '' || changed.includes(part));
  await storeParts(client, context, session, applied, { moves, roles });
  return subject;
}

/**
 * Drops the foreign keys of a removed entity's table, which keeps its rows. Records to which it refers can
 * then be deleted.
 */
async function dropReferences(client: SessionClient, table: string): Promise<void> {
  const state = (await readStates(client, [table])).get(table);
  const names = [...(state?.constraints ?? [])].filter((name) => name.startsWith('fk_'));
  await runSteps(
    client,
    names.map((name) => ({
      do: 'dropConstraint',
      what: name,
      sql: `alter table "${table}" drop constraint ${name}`,
    })),
  );
}

/** Returns the current document after the newest change is undone. Null if there is none. */
async function targetOf(
  client: SessionClient,
  { repository }: CheckContext,
  change: Change,
): Promise<Document | null> {
  const versions = (await changesOf(client, change)).filter(({ undoneAt }) => undoneAt === null);
  if (versions[0]?.id !== change.id) throw new AppError('studio.notNewest');
  return versions[1]?.document ?? findSource(repository.definitions, change)?.document ?? null;
}

interface Undone {
  change: Change;
  /** The current document after the undo. Null if there is none. */
  target: Document | null;
}

/** Finds the removed entries of a dictionary that records still contain in any field. */
async function findEntriesUsed(client: SessionClient, turn: Turn): Promise<UsedChoice[]> {
  const used: UsedChoice[] = [];
  for (const entity of listUsers(turn)) {
    const before = { entity, dictionaries: dictionariesOf(turn.before) };
    const after = { entity, dictionaries: dictionariesOf(turn.after) };
    used.push(...(await findUsedChoices(client, before, after)));
  }
  return used.filter((choice) => !isOfEntries(turn, choice));
}

/**
 * Throws if records have a choice that no earlier version has, in the record or in its lines. The error lists
 * all such choices.
 */
async function requireMovedBack(
  client: SessionClient,
  context: CheckContext,
  undone: readonly Undone[],
  moves: readonly ChoiceMove[],
): Promise<void> {
  const used: UsedChoice[] = [];
  const dictionaries = dictionariesOf(context.definitions);
  for (const { change, target } of undone) {
    if (change.kind === 'entity' && target)
      used.push(
        ...(await findUsedChoices(
          client,
          { entity: readEntity(change.document), dictionaries },
          { entity: readEntity(target), dictionaries },
        )),
      );
    if (change.kind !== 'dictionary') continue;
    const turn = turnDictionary(context.repository, context.holding, change.name, target);
    used.push(...(await findEntriesUsed(client, turn)));
  }
  requireMoved(used, moves);
}

export interface Undo {
  id: number;
  /** The new values of records whose choice was added by the change. */
  moves?: readonly ChoiceMove[] | undefined;
}

/** Undoes a change, together with the changes that were applied with it. */
export async function takeChangeBack(
  client: SessionClient,
  context: CheckContext,
  session: Session,
  { id, moves = [] }: Undo,
): Promise<Subject> {
  const { repository, holding } = context;
  const change = await findChange(client, id);
  if (!change || change.undoneAt !== null) throw new AppError('http.notFound');
  const undone: Undone[] = [];
  for (const one of await changesTogether(client, change))
    undone.push({ change: one, target: await targetOf(client, context, one) });
  const keys = new Set(undone.map((one) => subjectKey(one.change)));
  const after = [
    ...holding.filter((candidate) => !keys.has(subjectKey(candidate))),
    ...undone.flatMap(({ change: { kind, name }, target }) =>
      target ? [{ kind, name, document: target }] : [],
    ),
  ];
  requireSound(repository.check(mergeDefinitions(repository.definitions, after)), 'studio.inUse');
  await requireMovedBack(client, context, undone, moves);
  for (const { change: one, target } of undone) {
    const { kind, name, document: previous } = one;
    await followChange(client, context, session, { kind, name, document: target, previous, moves });
    await revokeRights(client, session, one.granted);
    await undoChange(client, one.id, session);
    await auditChange(client, session, 'undo', one, one.id);
  }
  return change;
}
