import { basename } from 'node:path';
import { createValidator } from '../runtime/core/validation.ts';
import { linesProblems } from './checkLines.ts';
import { checkReferences } from './checkReferences.ts';
import { schemaProblems } from './checkSchema.ts';
import type { Definitions } from './definition.ts';
import { FORMATS } from './fieldTypes.ts';
import { composeLines } from './lines.ts';
import { KINDS } from './load.ts';
import { type Problem, problemOf } from './problem.ts';

/** To find what is meant by a choice compares them with each other. */
const MAX_ERRORS = 1_000;

export type Check = (definitions: Definitions) => Problem[];

/** Checks every definition against its meta schema, then what a meta schema cannot say. */
export function createCheck(metas: readonly object[]): Check {
  const validator = createValidator({
    formats: FORMATS,
    // To compile what checks the meta schemas would take longer than to check the definitions.
    meta: false,
    validateSchema: false,
    code: { optimize: false },
  });
  for (const meta of metas) validator.addSchema(meta);
  return (definitions) => {
    const problems: Problem[] = [];
    for (const [kind, meta] of Object.entries(KINDS) as [keyof Definitions, string][]) {
      const validate = validator.find(`${meta}.schema.json`);
      if (!validate) throw new Error(`schemas/meta/${meta}.schema.json is missing`);
      for (const { file, value } of definitions[kind]) {
        const errors = validate(value);
        problems.push(
          ...(errors.length === 0
            ? fileNameProblems(kind, file, value)
            : schemaProblems(file, errors.slice(0, MAX_ERRORS))),
        );
      }
    }
    if (problems.length) return problems;
    const wrong = linesProblems(definitions);
    return wrong.length ? wrong : checkReferences(definitions, composeLines(definitions));
  };
}

/** A newcomer finds a definition where its name says; a page's file is named by its route's last segment instead. */
function fileNameProblems(kind: keyof Definitions, file: string, value: object): Problem[] {
  if (kind === 'pages') return [];
  const name = 'type' in value ? String(value.type) : 'name' in value ? String(value.name) : '';
  const expected = basename(file, '.json');
  return expected === name ? [] : [problemOf(file, '', 'fileName', { name, file: expected })];
}
