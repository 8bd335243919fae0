/** The currently applied definitions, and everything that is derived from them. */

import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { compileDefinitions } from '../../../codegen/compile.ts';
import { ACTIONS, type Definitions, type Entity } from '../../../codegen/definition/definition.ts';
import { entityPages } from '../../../codegen/definition/entityPage.ts';
import { composeRecords } from '../../../codegen/definition/lines.ts';
import { callDescription, entityDescription } from '../../../codegen/write/bundle.ts';
import { entityEntry, operationRows } from '../../../codegen/write/registries.ts';
import { entityTable, snake } from '../../../codegen/write/tables.ts';
import type {
  DashboardPreset,
  DictionaryDefinition,
  DocumentDefinition,
  PageDefinition,
  StatisticDefinition,
} from '../../../generated/definition.ts';
import type { OperationInfo } from '../../../generated/operations.ts';
import type { Entity as EntityDefined } from '../../../runtime/core/definitions/entities.ts';
import { usesDictionary } from '../../../runtime/core/rules/usesDictionary.ts';
import type { SessionClient } from '../../platform/db/lease/heldConnection.ts';
import { type TablePlan, tableChanges } from '../../platform/db/tables/tablePlan.ts';
import { readStates, readTablePlan, type StoredColumns } from '../../platform/db/tables/tables.ts';
import type { Addition } from '../surface/operationRegistry.ts';
import { changedDictionaries } from './dictionaries.ts';
import {
  dictionariesOf,
  findSource,
  hashDocument,
  mergeDefinitions,
  newFile,
  type Repository,
  readEntity,
  readRepository,
} from './repository.ts';
import { changesInForce, readStored } from './store.ts';
import { type Change, type Document, type StudioProblem, subjectKey } from './types.ts';

/**
 * `committed`: the file in the repository now has the same content. `conflict`: the file has changed since
 * the change was applied. `invalid`: the change no longer fits the other definitions.
 */
export type ChangeState = 'applied' | 'conflict' | 'committed' | 'invalid';

export interface AppliedChange extends Change {
  state: ChangeState;
  problems: StudioProblem[];
}

export const holds = ({ state }: AppliedChange): boolean => state === 'applied' || state === 'conflict';

function stateFirst(repository: Repository, change: Change): ChangeState {
  const file = findSource(repository.definitions, change)?.document ?? null;
  if (hashDocument(file) === hashDocument(change.document)) return 'committed';
  return hashDocument(file) === change.base ? 'applied' : 'conflict';
}

/**
 * Returns the first change that is not valid together with the others, with the reason. Null if there is
 * none.
 */
async function findFault(
  client: SessionClient,
  repository: Repository,
  changes: readonly AppliedChange[],
  storedColumns: StoredColumns,
): Promise<{ change: AppliedChange; problems: StudioProblem[] } | null> {
  const problems = repository.check(mergeDefinitions(repository.definitions, changes));
  if (problems.length > 0) {
    const fileOf = (change: Change) => findSource(repository.definitions, change)?.file ?? newFile(change);
    const change =
      changes.find((candidate) => problems.some(({ file }) => file === fileOf(candidate))) ?? changes.at(-1);
    if (!change) return null;
    const changeFile = fileOf(change);
    return {
      change,
      problems: problems.map(({ file, pointer, message, zh = message, at }) => ({
        file: file === changeFile ? null : file,
        pointer,
        ...(at === undefined ? {} : { at }),
        en: message,
        zh,
      })),
    };
  }
  const dictionaries = dictionariesOf(mergeDefinitions(repository.definitions, changes));
  for (const change of changes.filter(({ kind }) => kind === 'entity')) {
    const plan = entityTable(readEntity(change.document), dictionaries) as TablePlan;
    const state = (await readStates(client, [plan.table])).get(plan.table) ?? null;
    const { refused } = tableChanges(plan, state, storedColumns.get(plan.table));
    if (refused.length > 0)
      return { change, problems: refused.map((reason) => ({ file: null, pointer: '', ...reason })) };
  }
  return null;
}

/**
 * Returns every applied change that was not undone, with whether it is valid. An upgrade may have changed what it
 * depends on.
 */
export async function holdChanges(
  client: SessionClient,
  repository: Repository,
  storedColumns: StoredColumns,
): Promise<AppliedChange[]> {
  const all = (await changesInForce(client)).map(
    (change): AppliedChange => ({ ...change, state: stateFirst(repository, change), problems: [] }),
  );
  for (;;) {
    const fault = await findFault(client, repository, all.filter(holds), storedColumns);
    if (!fault) return all;
    fault.change.state = 'invalid';
    fault.change.problems = fault.problems;
  }
}

/** Returns the tables for the built and applied definitions. Used at the start after the migrations. */
export async function studioTables(
  client: SessionClient,
): Promise<{ plans: readonly TablePlan[]; kept: StoredColumns }> {
  const built = await readTablePlan();
  const storedColumns = await readStored(client);
  if ((await changesInForce(client)).length === 0) return { plans: built, kept: storedColumns };
  const repository = readRepository();
  const plans = new Map(built.map((plan) => [plan.table, plan]));
  const applied = (await holdChanges(client, repository, storedColumns)).filter(holds);
  const merged = mergeDefinitions(repository.definitions, applied);
  const dictionaries = dictionariesOf(merged);
  const changed = changedDictionaries(dictionariesOf(repository.definitions), dictionaries);
  const names = new Set(applied.flatMap(({ kind, name }) => (kind === 'entity' ? [name] : [])));
  const written = merged.entities.map(({ value }) => readEntity(value as unknown as Document));
  for (const entity of written.filter((one) => names.has(one.name) || usesDictionary(one, changed))) {
    const plan = entityTable(entity, dictionaries) as TablePlan;
    plans.set(plan.table, plan);
  }
  return { plans: [...plans.values()], kept: storedColumns };
}

/** Combines applied and saved changes. The last one of each definition has priority. */
export function layChanges(
  saved: readonly AppliedChange[],
  current: readonly AppliedChange[],
): AppliedChange[] {
  const applied = new Set(current.filter(holds).map(subjectKey));
  return [...saved.filter((change) => !applied.has(subjectKey(change))), ...current];
}

/** The applied definitions, for browsers and the routes of the server. */
export interface Overlay {
  entities: Record<string, EntityDefined>;
  /** Null for a built-in page that is no longer derived from its entity. */
  pages: Record<string, PageDefinition | null>;
  dashboards: Record<string, DashboardPreset>;
  documents: Record<string, DocumentDefinition>;
  statistics: Record<string, StatisticDefinition>;
  dictionaries: Record<string, DictionaryDefinition>;
  addition: Addition;
  /** The hash of the validation schema of each form, by entity. */
  validators: Record<string, string>;
}

const hash = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);

/** Derives pages from entities. Returns those that differ from the built-in ones. */
function derivePages(definitions: Definitions, changes: readonly Change[]): Overlay['pages'] {
  const named = (from: Definitions) =>
    new Map(entityPages(from).map(({ value }) => [value.name, value as PageDefinition]));
  const before = named(definitions);
  const after = named(mergeDefinitions(definitions, changes));
  return {
    ...Object.fromEntries([...before.keys()].filter((name) => !after.has(name)).map((name) => [name, null])),
    ...Object.fromEntries(
      [...after].filter(([name, page]) => JSON.stringify(page) !== JSON.stringify(before.get(name))),
    ),
  };
}

/**
 * Returns the entities that differ from the built ones. Changed lines also change their record, and a changed
 * dictionary changes every entity that uses it.
 */
function listChangedEntities(definitions: Definitions, applied: readonly Change[]): Entity[] {
  const merged = mergeDefinitions(definitions, applied);
  const dictionaries = changedDictionaries(dictionariesOf(definitions), dictionariesOf(merged));
  const built = new Map(
    composeRecords(compileDefinitions(definitions)).entities.map(({ value }) => [value.name, value]),
  );
  const changed = new Set(applied.flatMap(({ kind, name }) => (kind === 'entity' ? [name] : [])));
  return composeRecords(compileDefinitions(merged))
    .entities.map(({ value }) => value)
    .filter(
      (entity) =>
        changed.has(entity.name) ||
        usesDictionary(entity, dictionaries) ||
        !isDeepStrictEqual(entity, built.get(entity.name)),
    );
}

/** Returns the definitions with the applied calls only. */
function callsOf(definitions: Definitions, applied: readonly Change[]): Definitions {
  const names = new Set(applied.flatMap(({ kind, name }) => (kind === 'call' ? [name] : [])));
  if (names.size === 0) return { ...definitions, calls: [] };
  const merged = composeRecords(compileDefinitions(mergeDefinitions(definitions, applied)));
  return { ...merged, calls: merged.calls.filter(({ value }) => names.has(value.name)) };
}

export function makeOverlay(repository: Repository, changes: readonly AppliedChange[]): Overlay {
  const { definitions } = repository;
  const applied = changes.filter(holds);
  const dictionaries = dictionariesOf(mergeDefinitions(definitions, applied));
  const entities = listChangedEntities(definitions, applied);
  /**
   * Returns the applied documents of a kind by name. Each was checked by the meta schema of its kind before
   * it was applied.
   */
  const documents = <T>(kind: Change['kind']): Record<string, T> =>
    Object.fromEntries(
      applied
        .filter((change) => change.kind === kind)
        .map(({ name, document }) => [name, document as unknown as T]),
    );
  const entries = Object.fromEntries(
    entities.map((entity) => [entity.name, entityEntry(entity, dictionaries) as EntityDefined]),
  );
  const built = new Set(definitions.entities.map(({ value }) => value.name));
  const addition: Addition = { schemas: {}, paths: {}, operations: [] };
  const operations: OperationInfo[] = [];
  for (const entity of entities) {
    // The calls of a built entity exist already. Only the schemas of its records change.
    const served = built.has(entity.name) ? ACTIONS.map((action) => `${entity.name}/${action}`) : [];
    const { schemas, paths } = entityDescription(entity, dictionaries, new Set(served));
    Object.assign(addition.schemas, schemas);
    Object.assign(addition.paths, paths);
    operations.push(...(operationRows({ paths }) as OperationInfo[]));
  }
  const calls = callDescription(callsOf(definitions, applied), {
    dictionaries,
    // Each action was checked before it was applied.
    validateCall: () => [],
  });
  Object.assign(addition.schemas, calls.schemas);
  for (const [path, item] of Object.entries(calls.paths))
    Object.assign(addition.paths, { [path]: { ...addition.paths[path], ...item } });
  operations.push(...(operationRows(calls) as OperationInfo[]));
  return {
    entities: entries,
    pages: { ...derivePages(definitions, applied), ...documents<PageDefinition>('page') },
    dashboards: documents<DashboardPreset>('dashboard'),
    documents: documents<DocumentDefinition>('document'),
    statistics: documents<StatisticDefinition>('statistic'),
    dictionaries: Object.fromEntries(
      [...changedDictionaries(dictionariesOf(definitions), dictionaries)].flatMap((name) => {
        const dictionary = dictionaries.get(name);
        return dictionary ? [[name, dictionary as unknown as DictionaryDefinition]] : [];
      }),
    ),
    addition: { ...addition, operations },
    validators: Object.fromEntries(Object.entries(entries).map(([name, { pure }]) => [name, hash(pure)])),
  };
}

/** Returns the tables of the platform, whose names no entity may have. */
export async function listReservedTables(
  client: SessionClient,
  repository: Repository,
): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = current_schema()
     except select name from (select unnest($1::text[]) as name) as built`,
    [repository.definitions.entities.map(({ value }) => snake(value.name))],
  );
  const made = await client.query<{ name: string }>(
    `select distinct name from studio_change where kind = 'entity' and previous is null`,
  );
  const ours = new Set(made.rows.map(({ name }) => snake(name)));
  const camel = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return new Set(
    rows
      .map(({ name }) => name)
      .filter((name) => !ours.has(name))
      .map(camel),
  );
}
