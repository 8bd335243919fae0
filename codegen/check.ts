import { basename } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { checkReferences } from './checkReferences.ts';
import { schemaProblems } from './checkSchema.ts';
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
    // Errors say what the schema knows instead.
    verbose: true,
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
        problems.push(
          ...(validate(value)
            ? fileNameProblems(kind, file, value)
            : schemaProblems(file, validate.errors ?? [])),
        );
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
