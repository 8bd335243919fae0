/**
 * Makes every validator of server and codegen, with at most linear time. A first pass ends at the first error, and
 * skips the items of too long lists. A second pass finds all errors, in quadratic time. It runs only for values of the
 * size that users enter by hand.
 */
import { _, type ErrorObject, type Options, str, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isMultipleOf } from '../numbers/multipleOf.ts';
import { compilePattern } from './linearPattern.ts';

/** Returns all errors, or only the first ones of a too large value. Empty for a valid value. */
export type Validation = (value: unknown) => readonly ErrorObject[];

export interface Validator {
  addSchema(schema: object): void;
  compile(schema: object): Validation;
  /** Returns the validation registered under an `$id`. Undefined if there is none. */
  find(id: string): Validation | undefined;
}

const MAX_VALUES = 3_000;
const MAX_LETTERS = 300_000;

const regExp = Object.assign((pattern: string) => compilePattern(pattern), { code: 'compilePattern' });

/**
 * Creates an instance whose keyword `multipleOf` uses decimals. Code that it generates needs a function of that name.
 */
export function createAjv(options: Options): Ajv2020 {
  // `verbose` adds the value to each error, because some messages depend on the value.
  const ajv = new Ajv2020({ strict: false, verbose: true, ...options });
  ajv.removeKeyword('multipleOf');
  ajv.addKeyword({
    ...{ keyword: 'multipleOf', type: 'number', schemaType: 'number' },
    error: {
      message: ({ schemaCode }) => str`must be multiple of ${schemaCode}`,
      params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}`,
    },
    code(context) {
      const test = context.gen.scopeValue('func', { ref: isMultipleOf, code: _`isMultipleOf` });
      context.fail(_`!${test}(${context.data}, ${context.schemaCode})`);
    },
  });
  return ajv;
}

/** Returns whether the value is small enough for a complete list of errors. Stops as soon as it is too large. */
function isExplained(value: unknown): boolean {
  let [values, letters] = [0, 0];
  const open = [value];
  while (open.length > 0) {
    const value = open.pop();
    values += 1;
    if (typeof value === 'string') letters += value.length;
    if (values + open.length > MAX_VALUES || letters > MAX_LETTERS) return false;
    if (typeof value === 'object' && value !== null)
      for (const name in value) {
        open.push(value[name as keyof typeof value]);
        letters += name.length;
        if (open.length > MAX_VALUES) return false;
      }
  }
  return true;
}

export function createValidator(options: Options = {}): Validator {
  const added: object[] = [];
  const make = (allErrors: boolean): Ajv2020 => {
    const made = createAjv({
      ...options,
      allErrors,
      code: { ...options.code, regExp },
    });
    for (const schema of added) made.addSchema(schema);
    return made;
  };
  const quick = make(false);
  let thorough: Ajv2020 | null = null;

  /** Compiles the second pass on the first invalid value. */
  function explained(check: ValidateFunction, compile: (ajv: Ajv2020) => ValidateFunction): Validation {
    let explain: ValidateFunction | null = null;
    return (value) => {
      if (check(value)) return [];
      const first = check.errors ?? [];
      if (!isExplained(value)) return first;
      thorough ??= make(true);
      explain ??= compile(thorough);
      return explain(value) ? first : (explain.errors ?? first);
    };
  }

  return {
    addSchema(schema) {
      added.push(schema);
      quick.addSchema(schema);
      thorough?.addSchema(schema);
    },
    compile: (schema) => explained(quick.compile(schema), (ajv) => ajv.compile(schema)),
    find(id) {
      const check = quick.getSchema(id);
      return check && explained(check, (ajv) => ajv.getSchema(id)!);
    },
  };
}
