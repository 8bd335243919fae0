/** Rules for applied definitions that are stricter than those of the codegen for a developer. */
import { isDeepStrictEqual } from 'node:util';

import { actionsByName, entityRightsProblems } from '../../../codegen/check/checkRights.ts';
import {
  type Call,
  type CallAction,
  type Definitions,
  type Dictionary,
  type Entity,
  isPlain,
  type Page,
} from '../../../codegen/definition/definition.ts';
import { isDerived } from '../../../codegen/definition/editable.ts';
import { FORMATS } from '../../../codegen/fieldTypes.ts';
import { entityDescription } from '../../../codegen/write/bundle.ts';
import { pureSchema } from '../../../codegen/write/pure.ts';
import type { OperationInfo } from '../../../generated/operations.ts';
import { entityOfAction } from '../../../runtime/core/definitions/operations.ts';
import { createValidator } from '../../../runtime/core/rules/validation.ts';
import { dictionariesOf, findSource, type Repository } from './repository.ts';
import { studioProblem } from './texts.ts';
import type { StudioProblem } from './types.ts';

export interface RuleContext {
  repository: Repository;
  /** The current definitions. */
  definitions: Definitions;
  operations: readonly OperationInfo[];
  /** Names that entities cannot use, because they are tables of the platform. */
  tables: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();
const API_PREFIX = '/manager/';
const PAGE_PREFIX = '/main/';

/** Returns whether an address can match both templates. */
export function placesMeet(a: string, b: string): boolean {
  const [left, right] = [a.split('/'), b.split('/')];
  const open = (part: string | undefined) => part?.startsWith('{');
  return (
    left.length === right.length &&
    left.every((part, index) => part === right[index] || open(part) || open(right[index]))
  );
}

function apiProblems(entity: Entity, { definitions, operations }: RuleContext): StudioProblem[] {
  if (!entity.api.base.startsWith(API_PREFIX)) return [studioProblem('/api/base', 'apiPrefix')];
  const { paths } = entityDescription(entity, dictionariesOf(definitions), NONE);
  const others = operations.filter(
    ({ action }) => entityOfAction(action) !== entity.name || !isPlain(action as CallAction),
  );
  return Object.entries(paths)
    .flatMap(([path, item]) =>
      Object.keys(item).flatMap((method) => placeProblems('/api/base', { method, path }, others)),
    )
    .slice(0, 1);
}

/** Returns a problem if another operation already serves the address. */
function placeProblems(
  pointer: string,
  { method, path }: Pick<Call, 'method' | 'path'>,
  operations: readonly OperationInfo[],
): StudioProblem[] {
  const by = operations.find((other) => other.method === method && placesMeet(other.path, path));
  const place = `${method.toUpperCase()} ${path}`;
  return by ? [studioProblem(pointer, 'apiTaken', { place, by: by.id })] : [];
}

/**
 * Returns the problems of a call. A call of the repository has a route and typed callers, so it is only
 * changed there.
 */
export function callProblems(
  call: Call,
  { repository, definitions, operations }: RuleContext,
): StudioProblem[] {
  const { name, method, path } = call;
  const built = findSource(repository.definitions, { kind: 'call', name });
  if (built) return isDeepStrictEqual(built.document, call) ? [] : [studioProblem('', 'callFixed')];
  const isApplied = definitions.calls.some(({ value }) => value.name === name);
  const others = operations.filter(({ id }) => !isApplied || id !== name);
  if (others.some(({ id }) => id === name)) return [studioProblem('/name', 'nameTaken', { name })];
  if (!path.startsWith(API_PREFIX)) return [studioProblem('/path', 'apiPrefix')];
  return placeProblems('/path', { method, path }, others);
}

function reservedProblems(entity: Entity, { operations, tables }: RuleContext): StudioProblem[] {
  const words = new Set(
    operations
      .filter(({ action }) => entityOfAction(action) !== entity.name)
      .flatMap(({ permission, id }) => [permission?.split(':')[0] ?? '', id]),
  );
  const idsOfCalls = Object.values(entityDescription(entity, new Map(), NONE).paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  return words.has(entity.name) || idsOfCalls.some((id) => words.has(id)) || tables.has(entity.name)
    ? [studioProblem('/name', 'nameReserved', { name: entity.name })]
    : [];
}

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 200);

/** Compiles the schema, because one that Ajv cannot compile would otherwise fail at the first record. */
function schemaProblems(entity: Entity, { definitions }: RuleContext): StudioProblem[] {
  const validator = createValidator({ formats: FORMATS });
  try {
    validator.compile(pureSchema(entity.schema, dictionariesOf(definitions)));
  } catch (error) {
    return [studioProblem('/schema', 'schema', { reason: reasonOf(error) })];
  }
  return [];
}

/**
 * Returns the problems of an entity's rights. The codegen checks them with the calls of the project. Here the
 * calls are those of the platform and of the entity.
 */
function rightsProblems(entity: Entity, { definitions, operations }: RuleContext): StudioProblem[] {
  const { paths } = entityDescription(entity, dictionariesOf(definitions), NONE);
  const own = Object.values(paths).flatMap((item) => Object.values(item));
  const called = actionsByName([
    ...operations.map(({ permission }) => permission),
    ...own.map((call) => call['x-permission']),
    ...definitions.pages.map(({ value }) => value.permission),
  ]);
  return entityRightsProblems({ file: '', value: entity }, called).map(
    ({ pointer, message, zh = message }) => ({ file: null, pointer, en: message, zh }),
  );
}

export function entityProblems(entity: Entity, context: RuleContext): StudioProblem[] {
  const built = findSource(context.repository.definitions, { kind: 'entity', name: entity.name });
  const ownApi = built
    ? JSON.stringify(built.document.api) === JSON.stringify(entity.api)
      ? []
      : [studioProblem('/api', 'apiFixed')]
    : [...reservedProblems(entity, context), ...apiProblems(entity, context)];
  return [...ownApi, ...schemaProblems(entity, context), ...rightsProblems(entity, context)];
}

export function pageProblems(
  page: Page & { flags?: { open?: boolean } },
  { repository }: RuleContext,
): StudioProblem[] {
  const source = findSource(repository.definitions, { kind: 'page', name: page.name });
  const built = source?.document as unknown as typeof page | undefined;
  const problems: StudioProblem[] = [];
  if (page.kind === 'custom' && built?.kind !== 'custom') problems.push(studioProblem('/kind', 'customPage'));
  if ((page.flags?.open ?? false) !== (built?.flags?.open ?? false))
    problems.push(studioProblem('/flags/open', 'openPage'));
  if (page.route !== built?.route && !page.route.startsWith(PAGE_PREFIX))
    problems.push(studioProblem('/route', 'routePrefix'));
  return problems;
}

/**
 * Returns the problems of a dictionary. An editable dictionary must remain editable, because tenants may have
 * added entries.
 */
export function dictionaryProblems(
  { name, editable = false, entries }: Dictionary,
  { definitions }: RuleContext,
): StudioProblem[] {
  const before = dictionariesOf(definitions).get(name);
  const twice = entries.flatMap(({ value }, at) =>
    entries.findIndex((entry) => entry.value === value) < at
      ? [studioProblem(`/entries/${at}/value`, 'entryTwice', { value })]
      : [],
  );
  return [
    ...(isDerived(name) ? [studioProblem('/name', 'nameReserved', { name })] : []),
    ...(before && (before.editable ?? false) !== editable
      ? [studioProblem('/editable', 'editableFixed')]
      : []),
    ...twice,
  ];
}
