/** Rules for applied definitions that are stricter than those of the codegen for a developer. */

import type { Entity, Page } from '../../../codegen/definition/definition.ts';
import { FORMATS } from '../../../codegen/fieldTypes.ts';
import { entityDescription } from '../../../codegen/write/bundle.ts';
import { pureSchema } from '../../../codegen/write/pure.ts';
import type { OperationInfo } from '../../../generated/operations.ts';
import { entityOfAction } from '../../../runtime/core/definitions/operations.ts';
import { createValidator } from '../../../runtime/core/rules/validation.ts';
import { findSource, type Repository } from './repository.ts';
import { studioProblem } from './texts.ts';
import type { StudioProblem } from './types.ts';

export interface RuleContext {
  repository: Repository;
  operations: readonly OperationInfo[];
  /** Words that entities may not take: tables of the platform. */
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

function apiProblems(entity: Entity, { repository, operations }: RuleContext): StudioProblem[] {
  if (!entity.api.base.startsWith(API_PREFIX)) return [studioProblem('/api/base', 'apiPrefix')];
  const { paths } = entityDescription(entity, repository.dictionaries, NONE);
  const others = operations.filter(({ action }) => entityOfAction(action) !== entity.name);
  for (const [path, item] of Object.entries(paths)) {
    for (const method of Object.keys(item)) {
      const by = others.find((other) => other.method === method && placesMeet(other.path, path));
      if (by)
        return [
          studioProblem('/api/base', 'apiTaken', { place: `${method.toUpperCase()} ${path}`, by: by.id }),
        ];
    }
  }
  return [];
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
function schemaProblems(entity: Entity, { repository }: RuleContext): StudioProblem[] {
  const validator = createValidator({ formats: FORMATS });
  try {
    validator.compile(pureSchema(entity.schema, repository.dictionaries));
  } catch (error) {
    return [studioProblem('/schema', 'schema', { reason: reasonOf(error) })];
  }
  return [];
}

export function entityProblems(entity: Entity, context: RuleContext): StudioProblem[] {
  const built = findSource(context.repository.definitions, { kind: 'entity', name: entity.name });
  const ownApi = built
    ? JSON.stringify(built.document.api) === JSON.stringify(entity.api)
      ? []
      : [studioProblem('/api', 'apiFixed')]
    : [...reservedProblems(entity, context), ...apiProblems(entity, context)];
  return [...ownApi, ...schemaProblems(entity, context)];
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
