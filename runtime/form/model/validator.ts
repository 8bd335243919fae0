/**
 * Validates a form's values with a compiled validator. It was compiled at build time, or by the server for an applied
 * definition. The Content-Security-Policy forbids compiling in the browser. A form created at run time has no compiled
 * validator, so an interpreter checks it. The interpreter also evaluates conditions.
 */
import { type Schema, Validator } from '@cfworker/json-schema';
import type { RJSFSchema, ValidatorType } from '@rjsf/utils';
import { createPrecompiledValidator } from '@rjsf/validator-ajv8';
import { validators as built, type FormName } from '../../../generated/validators/index.ts';
import { validatorPath } from '../../core/definitions/validators.ts';
import { type Problem, pointerPath } from '../../core/rules/fieldProblem.ts';
import { findMisfits, hasPatterns, withoutPatterns } from '../../core/rules/patternCheck.ts';
import type { Values } from '../../core/rules/rule.ts';

export interface FormValidator {
  /** The pure schema with the $id of the compiled validator. */
  schema: RJSFSchema;
  rjsf: ValidatorType;
  problems(values: Values): Problem[];
}

interface AjvError {
  instancePath: string;
  keyword: string;
  params: { missingProperty?: string; additionalProperty?: string; limit?: number };
}

type ValidatorFunctions = Parameters<typeof createPrecompiledValidator>[0];

let validators = built;
import.meta.hot?.accept('../../../generated/validators/index.ts', (now) => {
  if (now) validators = now.validators;
});

const loading = new WeakMap<Values, Promise<FormValidator>>();
const loaded = new WeakMap<Values, FormValidator>();

/** Loads the validator of a form. Equal schemas share the promise. */
export function loadValidator(name: string, pure: Values): Promise<FormValidator> {
  let promise = loading.get(pure);
  if (!promise) {
    promise = makeValidator(name, pure);
    loading.set(pure, promise);
    promise.then(
      (validator) => loaded.set(pure, validator),
      // A chunk that failed to load is requested again the next time.
      () => loading.delete(pure),
    );
  }
  return promise;
}

/** Returns the cached validator of a form that was open before. Undefined if it is not loaded. */
export const loadedValidator = (pure: Values): FormValidator | undefined => loaded.get(pure);

type ModuleLoad = () => Promise<{ default: unknown }>;

/**
 * Makes the validator, compiled at build time or by the server. Patterns of applied entities are checked separately.
 */
async function makeValidator(name: string, pure: Values): Promise<FormValidator> {
  const path = validatorPath(name);
  if (!path && name in validators) return loadCompiled(validators[name as FormName], pure);
  const made = path
    ? await loadCompiled(() => import(/* @vite-ignore */ `${location.origin}${path}`), pure)
    : interpretValidator(withoutPatterns(pure));
  const misfits = await loadMisfits(pure);
  return { ...made, problems: (values) => [...made.problems(values), ...misfits(values)] };
}

/** Loads the check of patterns. It is loaded on demand, because the engine is large and few forms need it. */
async function loadMisfits(pure: Values): Promise<FormValidator['problems']> {
  if (!hasPatterns(pure)) return () => [];
  const { compilePattern } = await import('../../core/rules/linearPattern.ts');
  return (values) => findMisfits(pure, values, compilePattern);
}

async function loadCompiled(load: ModuleLoad, pure: Values): Promise<FormValidator> {
  const module = await load();
  const functions = module.default as ValidatorFunctions;
  const schema: RJSFSchema = { $id: Object.keys(functions)[0]!, ...pure };
  const rjsf = createPrecompiledValidator(functions, schema);
  return {
    schema,
    rjsf,
    problems: (values) => (rjsf.rawValidation<AjvError>(schema, values).errors ?? []).map(ajvProblem),
  };
}

function ajvProblem({ instancePath, keyword, params }: AjvError): Problem {
  const path = pointerPath(instancePath);
  const extra = params.missingProperty ?? params.additionalProperty;
  return { path: extra === undefined ? path : [...path, extra], keyword, limit: params.limit };
}

/** Keywords of containers only repeat a problem of a part. */
const CONTAINER_KEYWORDS = new Set([
  'properties',
  'items',
  'prefixItems',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  '$ref',
]);

/** Keywords with their own message if no part has a problem. */
const ALTERNATIVES = new Set(['anyOf', 'oneOf', 'not']);

type Unit = ReturnType<Validator['validate']>['errors'][number];

/** Reports each problem once, at the innermost part. */
function dropRepeated(units: readonly Unit[]): Unit[] {
  const parts = units.filter(({ keyword }) => !CONTAINER_KEYWORDS.has(keyword));
  const isReported = ({ instanceLocation }: Unit) =>
    parts.some((part) => `${part.instanceLocation}/`.startsWith(`${instanceLocation}/`));
  return [...parts, ...units.filter((unit) => ALTERNATIVES.has(unit.keyword) && !isReported(unit))];
}

export function interpretValidator(pure: Values): FormValidator {
  const validator = new Validator(pure as Schema, '2020-12', false);
  const problems = (values: Values): Problem[] =>
    dropRepeated(validator.validate(values).errors).map(({ instanceLocation, keyword, error }) => {
      const path = pointerPath(instanceLocation.slice(1));
      const missing = keyword === 'required' ? /property "(.*)"/.exec(error)?.[1] : undefined;
      return { path: missing === undefined ? path : [...path, missing], keyword };
    });
  return { schema: pure as RJSFSchema, rjsf: interpretedRjsf, problems };
}

/**
 * The validator that RJSF requires. RJSF calls it only for `anyOf` and `if`, which definitions do not use.
 */
const interpretedRjsf: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: (schema, value: unknown) => new Validator(schema as Schema, '2020-12', true).validate(value).valid,
  rawValidation: () => ({ errors: [] }),
};
