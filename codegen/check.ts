import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { checkReferences } from './checkReferences.ts';
import type { Definitions } from './definition.ts';
import { FORMATS } from './formats.ts';
import { filesBelow, KINDS } from './load.ts';
import type { Problem } from './problem.ts';

/** Checks every definition against its meta schema, then what a meta schema cannot say. */
export function checkDefinitions(root: string, definitions: Definitions): Problem[] {
  const ajv = new Ajv2020({ allErrors: true, strict: false, formats: FORMATS });
  for (const path of filesBelow(join(root, 'schemas/meta'), '.schema.json')) {
    ajv.addSchema(JSON.parse(readFileSync(path, 'utf8')) as object);
  }
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
}

/** A newcomer finds a definition where its name says; a page's file is named by its route's last segment instead. */
function fileNameProblems(kind: keyof Definitions, file: string, value: object): Problem[] {
  if (kind === 'pages') return [];
  const name = 'type' in value ? String(value.type) : 'name' in value ? String(value.name) : '';
  const expected = basename(file, '.json');
  if (expected === name) return [];
  return [
    {
      file,
      pointer: '',
      message: `is named "${name}" inside: name the file ${name}.json, or the definition "${expected}"`,
    },
  ];
}

/** An error of a branch only repeats what its parent says. */
function isTelling(error: ErrorObject): boolean {
  return !['if', 'oneOf', 'anyOf'].includes(error.keyword);
}

/** Ajv's error as a sentence that says what to write instead. */
export function schemaProblem(file: string, error: ErrorObject): Problem {
  const { keyword, instancePath: pointer, params } = error;
  switch (keyword) {
    case 'required': {
      const missing = String(params.missingProperty);
      const language = missing === 'zh' ? ' in Chinese' : missing === 'en' ? ' in English' : '';
      return {
        file,
        pointer,
        message: language
          ? `lacks the text${language}: write "${missing}": "…"`
          : `lacks "${missing}": write it`,
      };
    }
    case 'additionalProperties':
      return {
        file,
        pointer: `${pointer}/${String(params.additionalProperty)}`,
        message: `is not known here: remove it, or correct its name${suggestion(error)}`,
      };
    case 'enum':
      return {
        file,
        pointer,
        message: `must be one of ${(params.allowedValues as unknown[]).map((v) => JSON.stringify(v)).join(', ')}`,
      };
    case 'type':
      return { file, pointer, message: `must be of type ${String(params.type)}` };
    case 'pattern':
      return { file, pointer, message: `must match ${String(params.pattern)}` };
    default:
      return { file, pointer, message: error.message ?? `breaks "${keyword}"` };
  }
}

function suggestion(error: ErrorObject): string {
  const known = Object.keys((error.parentSchema?.properties as object | undefined) ?? {});
  return known.length ? ` (known: ${known.filter((name) => name !== '$schema').join(', ')})` : '';
}
