import { basename } from 'node:path';
import { isObject } from '../runtime/core/object.ts';
import { createValidator, type Validation } from '../runtime/core/rules/validation.ts';
import { linesProblems } from './check/checkLines.ts';
import { checkReferences } from './check/checkReferences.ts';
import { schemaProblems } from './check/checkSchema.ts';
import { inlineBranches } from './check/inlineBranches.ts';
import { compileDefinitions, placeProblems, textProblems } from './compile.ts';
import type { Definitions, Source } from './definition/definition.ts';
import { entityPages } from './definition/entityPage.ts';
import { composeLines, composeRecords } from './definition/lines.ts';
import { FORMATS } from './fieldTypes.ts';
import { KINDS } from './load.ts';
import { dropRepeated, escaped, type Problem, problemOf } from './problem.ts';
import { callDescription } from './write/bundle.ts';

/** Maximum number of errors. All of them are compared with each other to find the intended branch of a choice. */
const MAX_ERRORS = 1_000;

/** Finds mistakes in the definitions as they are written, and in the pages that follow from entities alone. */
export interface Check {
  (written: Definitions): Problem[];
  /** Checks only what each definition shows on its own. */
  shapes(written: Definitions): Problem[];
  /** Checks the action of a call. It is compiled with the first action, because a project may have none. */
  call: Validation;
}

/** Checks every definition against its meta schema, and then what a meta schema cannot express. */
export function createCheck(metas: readonly object[]): Check {
  const validator = createValidator({
    formats: FORMATS,
    // Compiling the check of the meta schemas would take longer than checking the definitions.
    meta: false,
    validateSchema: false,
    code: { optimize: false },
  });
  for (const meta of metas) validator.addSchema(inlineBranches(meta));
  // The studio checks all definitions after each change. A changed definition is always a new object.
  const passed = new WeakSet<object>();

  function findValidation(meta: string): Validation {
    const validate = validator.find(`${meta}.schema.json`);
    if (!validate) throw new Error(`schemas/meta/${meta}.schema.json is missing`);
    return validate;
  }

  function shapeProblems(kind: keyof Definitions, sources: readonly Source<object>[]): Problem[] {
    return sources.flatMap((source) => {
      const { file, value } = source;
      const found = passed.has(value) ? [] : faultsOf(kind, source);
      if (found.length > 0) return found;
      passed.add(value);
      return fileNameProblems(kind, file, value);
    });
  }

  function faultsOf(kind: keyof Definitions, { file, value }: Source<object>): Problem[] {
    const errors = findValidation(KINDS[kind])(value).slice(0, MAX_ERRORS);
    if (kind !== 'calls' || !('action' in value)) return schemaProblems(file, errors);
    // An action is checked on its own. Its errors otherwise do not name the branch of the choice.
    const own = errors.filter(({ instancePath }) => !/^\/action(?:\/|$)/.test(instancePath));
    const ofAction = schemaProblems(file, validateCall(value.action));
    return [
      ...schemaProblems(file, own),
      ...ofAction.map((problem) => ({ ...problem, pointer: `/action${problem.pointer}` })),
    ];
  }

  const shapes = (written: Definitions): Problem[] =>
    (Object.keys(KINDS) as (keyof Definitions)[]).flatMap((kind) => shapeProblems(kind, written[kind]));

  const validateCall = (line: unknown) => findValidation('callAction')(line);

  /** Checks the calls that have files of their own. Those of descriptions are checked with these. */
  function callProblems(definitions: Definitions): Problem[] {
    const dictionaries = new Map(definitions.dictionaries.map(({ value }) => [value.name, value]));
    return callDescription(composeRecords(definitions), { dictionaries, validateCall }).problems;
  }

  const check = (written: Definitions): Problem[] => {
    const problems = shapes(written);
    if (problems.length) return problems;
    const unclear = [...nestedProblems(written), ...textProblems(written)];
    if (unclear.length) return unclear;
    const made = entityPages(written);
    const unfit = shapeProblems('pages', made);
    if (unfit.length) return unfit;
    const compiled = compileDefinitions(written);
    const definitions = { ...compiled, pages: [...written.pages, ...made] };
    const wrong = linesProblems(definitions);
    const found = wrong.length
      ? wrong
      : [...checkReferences(definitions, composeLines(definitions)), ...callProblems(definitions)];
    // A fault in an entity's name is a fault of its page, too.
    return placeProblems(written, dropRepeated(found));
  };
  return Object.assign(check, { shapes, call: validateCall });
}

/** A common field must not refer to another one. A reader then finds all keywords of a field in one file. */
const nestedProblems = ({ fields }: Definitions): Problem[] =>
  fields.flatMap(({ file, value }) =>
    findReferences(value.field, '/field').map((pointer) => problemOf(file, pointer, 'commonWithin')),
  );

function findReferences(value: unknown, pointer: string): string[] {
  if (!isObject(value) && !Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === '$ref' && typeof inner === 'string'
      ? [`${pointer}/$ref`]
      : findReferences(inner, `${pointer}/${escaped(name)}`),
  );
}

/**
 * Requires that a file has the name of its definition, so that a newcomer finds it. A page's file has the last segment
 * of its route.
 */
function fileNameProblems(kind: keyof Definitions, file: string, value: object): Problem[] {
  if (kind === 'pages') return [];
  const name = 'type' in value ? String(value.type) : 'name' in value ? String(value.name) : '';
  const expected = basename(file, '.json');
  return expected === name ? [] : [problemOf(file, '', 'fileName', { name, file: expected })];
}
