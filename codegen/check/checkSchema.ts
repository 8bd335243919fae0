/** Errors of a meta schema become sentences that say what to write instead. */
import type { ErrorObject } from 'ajv/dist/2020.js';
import { choice, escaped, keywordProblem, type Problem, problemOf } from '../problem.ts';

/** These only repeat what their branches say. */
const REPEATING = new Set(['if', 'oneOf', 'anyOf', 'propertyNames']);
/** These keywords tell a branch of a choice from the others. */
const TELLING = new Set(['const', 'type']);

/** Finds the one value that distinguishes branches and that none of them has: the values of all branches are its choices. */
function untold(branches: readonly (readonly ErrorObject[])[], count: number): ErrorObject | null {
  const told = branches.flatMap((branch) => branch.find(({ keyword }) => keyword === 'const') ?? []);
  const [first, ...others] = told;
  if (!first || told.length < Math.max(2, count)) return null;
  if (others.some(({ instancePath }) => instancePath !== first.instancePath)) return null;
  const values = [...new Set(told.map(({ params }) => params.allowedValue as unknown))];
  return { ...first, keyword: 'enum', params: { allowedValues: values } };
}

/** Keeps of a choice only the faults of the branch that was meant: the one with the right type and `do`. */
function errorsMeant(errors: readonly ErrorObject[]): ErrorObject[] {
  const dropped = new Set<ErrorObject>();
  const added: ErrorObject[] = [];
  for (const { keyword, instancePath, schemaPath, schema } of errors) {
    if (keyword !== 'oneOf' && keyword !== 'anyOf') continue;
    const branches = Map.groupBy(
      errors.filter(
        (error) =>
          error.schemaPath.startsWith(`${schemaPath}/`) && error.instancePath.startsWith(instancePath),
      ),
      (error) => error.schemaPath.slice(schemaPath.length + 1).split('/')[0]!,
    );
    const single = untold([...branches.values()], Array.isArray(schema) ? schema.length : 0);
    if (single) {
      for (const error of errors)
        if (error.instancePath === instancePath || error.instancePath.startsWith(`${instancePath}/`))
          dropped.add(error);
      added.push(single);
      continue;
    }
    const strangeness = (branch: readonly ErrorObject[]) =>
      branch.filter(
        (error) => TELLING.has(error.keyword) && error.instancePath.length <= instancePath.length + 3,
      ).length;
    const [first = [], ...others] = [...branches.values()].sort((a, b) => strangeness(a) - strangeness(b));
    // The branch that was meant may complain by a schema that it refers to.
    const referred = errors.some(
      (error) =>
        error.instancePath.startsWith(`${instancePath}/`) && !error.schemaPath.startsWith(schemaPath),
    );
    const likely = referred && strangeness(first) > 0 ? [] : first;
    for (const error of [...first, ...others.flat()]) if (!likely.includes(error)) dropped.add(error);
  }
  return [...errors.filter((error) => !dropped.has(error) && !REPEATING.has(error.keyword)), ...added];
}

export const schemaProblems = (file: string, errors: readonly ErrorObject[]): Problem[] =>
  errorsMeant(errors).map((error) => schemaProblem(file, error));

function typeProblem(file: string, { instancePath, params, parentSchema, data }: ErrorObject): Problem {
  if (parentSchema?.title === 'Text') return problemOf(file, instancePath, 'noText');
  const parts = instancePath.split('/');
  if (parts.at(-1) === 'required' && typeof data === 'boolean')
    return problemOf(file, instancePath, 'requiredBeside', { name: parts.at(-2) });
  return problemOf(file, instancePath, 'type', { type: [params.type].flat().join(', ') });
}

function schemaProblem(file: string, error: ErrorObject): Problem {
  const { keyword, instancePath: pointer, params, parentSchema, data } = error;
  const say = (key: Parameters<typeof problemOf>[2], more: Record<string, unknown> = params) =>
    problemOf(file, pointer, key, more);
  if (error.propertyName !== undefined)
    return problemOf(file, `${pointer}/${escaped(error.propertyName)}`, 'propertyName', {
      name: error.propertyName,
    });
  switch (keyword) {
    case 'required':
    case 'dependentRequired': {
      const name = String(params.missingProperty);
      if (name === 'zh') return say('lacksChinese');
      return name === 'en' ? say('lacksEnglish') : say('lacks', { name });
    }
    case 'additionalProperties': {
      const name = String(params.additionalProperty);
      const keywords = Object.keys((parentSchema?.properties as object | undefined) ?? {}).filter(
        (keyword) => keyword !== '$schema',
      );
      return problemOf(file, `${pointer}/${escaped(name)}`, keywords.length ? 'unknownKnown' : 'unknown', {
        known: choice(name, keywords),
      });
    }
    case 'enum':
      return say('oneOf', { known: choice(data, params.allowedValues as unknown[]) });
    case 'const':
      return say('oneOf', { known: choice(data, [params.allowedValue]) });
    case 'type':
      return typeProblem(file, error);
    case 'pattern':
      return say('pattern');
    default:
      return (
        keywordProblem(file, pointer, keyword, params.limit ?? params.multipleOf) ??
        say('other', { reason: error.message ?? `breaks "${keyword}"` })
      );
  }
}
