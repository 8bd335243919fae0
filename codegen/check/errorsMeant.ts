/** Reduces the errors of a meta schema to those that a user can act on: one error for each mistake. */
import type { ErrorObject } from 'ajv/dist/2020.js';
import { nearest } from '../../runtime/core/text/near.ts';

/** These errors only repeat those of their branches. */
const REPEATING = new Set(['if', 'oneOf', 'anyOf', 'propertyNames']);
const CHOICES = new Set(['oneOf', 'anyOf']);
const MISSING = new Set(['required', 'dependentRequired']);

/**
 * Finds the property whose constant distinguishes the branches, if its value fits none of them. The constants of all
 * branches are its choices.
 */
function untold(branches: readonly (readonly ErrorObject[])[], count: number): ErrorObject | null {
  const constants = branches.flatMap((branch) => branch.find(({ keyword }) => keyword === 'const') ?? []);
  const [first, ...others] = constants;
  if (!first || constants.length < Math.max(2, count)) return null;
  if (others.some(({ instancePath }) => instancePath !== first.instancePath)) return null;
  const values = [...new Set(constants.map(({ params }) => params.allowedValue as unknown))];
  return { ...first, keyword: 'enum', params: { allowedValues: values } };
}

/** Finds the property that all branches require and that is missing. Without it the intended branch is unknown. */
function missedByAll(
  branches: readonly (readonly ErrorObject[])[],
  count: number,
  at: string,
): ErrorObject[] {
  if (branches.length < Math.max(2, count)) return [];
  const isMissed = (error: ErrorObject, name: unknown) =>
    error.keyword === 'required' && error.instancePath === at && error.params.missingProperty === name;
  const [first = []] = branches;
  const missed = first.find(
    (error) =>
      error.keyword === 'required' &&
      branches.every((branch) => branch.some((one) => isMissed(one, error.params.missingProperty))),
  );
  if (!missed) return [];
  // If the name is misspelt, the misspelt name is unknown in every branch.
  const slip = first.find((error) => isSlipOf(error, missed));
  return slip ? [missed, slip] : [missed];
}

/** Returns the required names of the error, of which at least one is missing. */
export const missingNames = ({ keyword, params }: ErrorObject): string[] =>
  MISSING.has(keyword) ? [params.missingProperty as string | string[]].flat() : [];

/** Returns whether the unknown name is similar to a missing one beside it. */
function isSlipOf(unknown: ErrorObject, missing: ErrorObject): boolean {
  if (unknown.keyword !== 'additionalProperties' || unknown.instancePath !== missing.instancePath)
    return false;
  return nearest(String(unknown.params.additionalProperty), missingNames(missing)) !== null;
}

/** Finds the error of a choice in which each branch requires another name. */
function missesOneOf(
  branches: readonly (readonly ErrorObject[])[],
  count: number,
  at: string,
): ErrorObject[] {
  const [first] = branches.flat();
  const isChoice =
    branches.length >= Math.max(2, count) &&
    branches.every(([one, more]) => one?.keyword === 'required' && one.instancePath === at && !more);
  return first && isChoice
    ? [{ ...first, params: { missingProperty: branches.flat().flatMap(missingNames) } }]
    : [];
}

/** Counts the signs that a branch was not intended: another type, or another constant directly below. */
function strangeness(branch: readonly ErrorObject[], at: string): number {
  const isRightBelow = (path: string) =>
    path.startsWith(`${at}/`) && !path.slice(at.length + 1).includes('/');
  return branch.reduce((sum, { keyword, instancePath }) => {
    if (keyword === 'type' && instancePath === at) return sum + 2;
    return keyword === 'const' && (instancePath === at || isRightBelow(instancePath)) ? sum + 1 : sum;
  }, 0);
}

/** Counts the missing and unknown names of a branch of the right type. A misspelt name counts as right. */
function misfit(branch: readonly ErrorObject[], at: string): number {
  const here = branch.filter(({ instancePath }) => instancePath === at);
  const isNear = ({ params, parentSchema }: ErrorObject) =>
    nearest(String(params.additionalProperty), Object.keys((parentSchema?.properties as object) ?? {})) !==
    null;
  const unknown = here.filter(({ keyword }) => keyword === 'additionalProperties');
  const missing = here.filter(
    (one) => MISSING.has(one.keyword) && !unknown.some((other) => isSlipOf(other, one)),
  );
  return missing.length + unknown.filter((one) => !isNear(one)).length;
}

/** Returns the errors of each branch of a choice. */
function branchesOf(choice: ErrorObject, errors: readonly ErrorObject[]): ErrorObject[][] {
  const { instancePath, schemaPath } = choice;
  const within = errors.filter(
    (error) => error.schemaPath.startsWith(`${schemaPath}/`) && error.instancePath.startsWith(instancePath),
  );
  const grouped = Map.groupBy(within, (one) => one.schemaPath.slice(schemaPath.length + 1).split('/')[0]!);
  return [...grouped.values()];
}

/** Returns the errors without the errors of the other branches. The intended branch has the right type and `do`. */
function withoutOtherBranches(errors: readonly ErrorObject[], choice: ErrorObject): ErrorObject[] {
  const { instancePath, schemaPath, schema } = choice;
  const count = Array.isArray(schema) ? schema.length : 0;
  const branches = branchesOf(choice, errors);
  const missed = missesOneOf(branches, count, instancePath);
  if (missed.length > 0) {
    const inBranches = new Set(branches.flat());
    return [...errors.filter((error) => !inBranches.has(error)), ...missed];
  }
  const single = untold(branches, count);
  const shown = single ? [single] : missedByAll(branches, count, instancePath);
  if (shown.length > 0) {
    const isWithin = (path: string) => path === instancePath || path.startsWith(`${instancePath}/`);
    // The choices around this one are resolved later.
    return [
      ...errors.filter((one) => CHOICES.has(one.keyword) || !isWithin(one.instancePath)),
      ...shown.map((one) => ({ ...one, schemaPath: branches[0]?.[0]?.schemaPath ?? one.schemaPath })),
    ];
  }
  const strange = (branch: readonly ErrorObject[]) => strangeness(branch, instancePath);
  const [first = [], ...others] = branches.sort(
    (a, b) =>
      strange(a) - strange(b) || misfit(a, instancePath) - misfit(b, instancePath) || a.length - b.length,
  );
  // The errors of the intended branch may come from schemas that it refers to. The branch has few errors of its own,
  // or none.
  const referred = errors.some(
    (error) => error.instancePath.startsWith(`${instancePath}/`) && !error.schemaPath.startsWith(schemaPath),
  );
  const dropped = new Set([
    ...others.flat(),
    ...(referred && (strange(first) > 0 || branches.length < count) ? first : []),
  ]);
  return errors.filter((error) => !dropped.has(error));
}

/**
 * Joins an unknown name and the missing name that was intended: a similar name, or the only two names of their
 * object.
 */
function joinSlips(errors: readonly ErrorObject[]): ErrorObject[] {
  const joined = new Map<ErrorObject, ErrorObject>();
  for (const beside of Map.groupBy(errors, ({ instancePath }) => instancePath).values()) {
    const unknown = beside.filter(({ keyword }) => keyword === 'additionalProperties');
    const missing = beside.filter(({ keyword }) => MISSING.has(keyword));
    const isSingle = unknown.length === 1 && missing.length === 1;
    for (const lost of missing) {
      const slip = unknown.find((one) => isSingle || isSlipOf(one, lost));
      if (slip) joined.set(slip, lost);
    }
  }
  const answered = new Set(joined.values());
  return errors
    .filter((error) => !answered.has(error))
    .map((error) => {
      const lost = joined.get(error);
      return lost ? { ...error, params: { ...error.params, instead: missingNames(lost) } } : error;
    });
}

export function errorsMeant(errors: readonly ErrorObject[]): ErrorObject[] {
  // An inner choice is resolved before the one around it.
  const decided = errors
    .filter(({ keyword }) => CHOICES.has(keyword))
    .reduce<readonly ErrorObject[]>(withoutOtherBranches, errors);
  const shown = decided.filter(({ keyword }) => !REPEATING.has(keyword));
  // Branches that share names report the same error of them.
  const key = ({ keyword, instancePath, params }: ErrorObject) =>
    JSON.stringify([keyword, instancePath, params]);
  return joinSlips([...new Map(shown.map((error) => [key(error), error])).values()]);
}
