import { basename } from 'node:path';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { checkReferences } from './checkReferences.ts';
import type { Definitions } from './definition.ts';
import { FORMATS } from './formats.ts';
import { KINDS } from './load.ts';
import { type Problem, problemOf } from './problem.ts';

export type Check = (definitions: Definitions) => Problem[];

/** Checks every definition against its meta schema, then what a meta schema cannot say. */
export function createCheck(metas: readonly object[]): Check {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    formats: FORMATS,
    // To compile what checks the meta schemas would take longer than to check the definitions.
    meta: false,
    validateSchema: false,
    code: { optimize: false },
  });
  for (const meta of metas) ajv.addSchema(meta);
  return (definitions) => {
    const problems: Problem[] = [];
    for (const [kind, meta] of Object.entries(KINDS) as [keyof Definitions, string][]) {
      const validate = ajv.getSchema(`${meta}.schema.json`);
      if (!validate) throw new Error(`schemas/meta/${meta}.schema.json is missing`);
      for (const { file, value } of definitions[kind]) {
        if (validate(value)) {
          problems.push(...fileNameProblems(kind, file, value));
        } else {
          problems.push(
            ...(validate.errors ?? []).filter(isTelling).map((error) => schemaProblem(file, error)),
          );
        }
      }
    }
    return problems.length ? problems : checkReferences(definitions);
  };
}

/** A newcomer finds a definition where its name says; a page's file is named by its route's last segment instead. */
function fileNameProblems(kind: keyof Definitions, file: string, value: object): Problem[] {
  if (kind === 'pages') return [];
  const name = 'type' in value ? String(value.type) : 'name' in value ? String(value.name) : '';
  const expected = basename(file, '.json');
  return expected === name ? [] : [problemOf(file, '', 'fileName', { name, file: expected })];
}

/** An error of a branch only repeats what its parent says. */
function isTelling(error: ErrorObject): boolean {
  return !['if', 'oneOf', 'anyOf', 'propertyNames'].includes(error.keyword);
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Ajv's error as a sentence that says what to write instead. */
function schemaProblem(file: string, error: ErrorObject): Problem {
  const { keyword, instancePath: pointer, params } = error;
  if (error.propertyName !== undefined) {
    const place = `${pointer}/${escaped(error.propertyName)}`;
    return problemOf(file, place, 'propertyName', { name: error.propertyName });
  }
  switch (keyword) {
    case 'required': {
      const name = String(params.missingProperty);
      if (name === 'zh') return problemOf(file, pointer, 'lacksChinese');
      if (name === 'en') return problemOf(file, pointer, 'lacksEnglish');
      return problemOf(file, pointer, 'lacks', { name });
    }
    case 'additionalProperties': {
      const place = `${pointer}/${escaped(String(params.additionalProperty))}`;
      const names = Object.keys((error.parentSchema?.properties as object | undefined) ?? {});
      const known = names.filter((name) => name !== '$schema').join(', ');
      return problemOf(file, place, known ? 'unknownKnown' : 'unknown', { known });
    }
    case 'enum':
    case 'const': {
      const values = keyword === 'enum' ? (params.allowedValues as unknown[]) : [params.allowedValue];
      return problemOf(file, pointer, 'oneOf', { values: values.map((v) => JSON.stringify(v)).join(', ') });
    }
    case 'type':
      return problemOf(file, pointer, 'type', params);
    case 'pattern':
      return problemOf(file, pointer, 'pattern', params);
    case 'minItems':
    case 'minProperties':
    case 'minLength':
      return problemOf(file, pointer, 'tooFew', params);
    case 'maxItems':
    case 'maxLength':
      return problemOf(file, pointer, 'tooLong', params);
    case 'minimum':
      return problemOf(file, pointer, 'tooSmall', params);
    case 'maximum':
      return problemOf(file, pointer, 'tooLarge', params);
    default:
      return problemOf(file, pointer, 'other', { reason: error.message ?? `breaks "${keyword}"` });
  }
}
