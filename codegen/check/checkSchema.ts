/** Turns errors of a meta schema into sentences with a correction. */
import type { ErrorObject } from 'ajv/dist/2020.js';
import { choice, dropRepeated, escaped, keywordProblem, type Problem, problemOf } from '../problem.ts';
import { errorsMeant, missingNames } from './errorsMeant.ts';
import { shorten, typeWords } from './valueWords.ts';

/** Several branches of a choice may report the same error at a place. */
export const schemaProblems = (file: string, errors: readonly ErrorObject[]): Problem[] =>
  dropRepeated(errorsMeant(errors).map((error) => schemaProblem(file, error)));

function typeProblem(file: string, { instancePath, params, parentSchema, data }: ErrorObject): Problem {
  const value = shorten(data);
  if (parentSchema?.title === 'Text') return problemOf(file, instancePath, 'noText', { value });
  const parts = instancePath.split('/');
  if (parts.at(-1) === 'required' && typeof data === 'boolean')
    return problemOf(file, instancePath, 'requiredBeside', { name: parts.at(-2) });
  return problemOf(file, instancePath, 'type', typeWords(data, [params.type as string | string[]].flat()));
}

function schemaProblem(file: string, error: ErrorObject): Problem {
  const { keyword, instancePath: pointer, params, parentSchema, data } = error;
  const problem = (key: Parameters<typeof problemOf>[2], more: Record<string, unknown> = params) =>
    problemOf(file, pointer, key, more);
  if (error.propertyName !== undefined)
    return problemOf(file, `${pointer}/${escaped(error.propertyName)}`, 'propertyName', {
      name: error.propertyName,
    });
  switch (keyword) {
    case 'required':
    case 'dependentRequired': {
      const [name = '', ...others] = missingNames(error);
      if (others.length > 0) return problem('lacksOneOf', { known: choice(undefined, [name, ...others]) });
      if (name === 'zh') return problem('lacksChinese');
      return name === 'en' ? problem('lacksEnglish') : problem('lacks', { name });
    }
    case 'additionalProperties': {
      const name = String(params.additionalProperty);
      const place = `${pointer}/${escaped(name)}`;
      if (params.instead)
        return problemOf(file, place, 'unknownMissing', { known: choice(name, params.instead as string[]) });
      const keywords = Object.keys((parentSchema?.properties as object | undefined) ?? {}).filter(
        (keyword) => keyword !== '$schema',
      );
      return problemOf(file, place, keywords.length ? 'unknownKnown' : 'unknown', {
        known: choice(name, keywords),
      });
    }
    case 'enum':
      return problem('oneOf', { known: choice(data, params.allowedValues as unknown[]) });
    case 'const':
      return problem('oneOf', { known: choice(data, [params.allowedValue]) });
    case 'type':
      return typeProblem(file, error);
    case 'pattern':
      return problem('pattern', { ...params, value: shorten(data) });
    default:
      return (
        keywordProblem(file, pointer, keyword, params.limit ?? params.multipleOf) ??
        problem('other', { reason: error.message ?? `breaks "${keyword}"` })
      );
  }
}
