/**
 * Makes every validator of the server and the codegen, so that none takes more than linear time. A first pass ends at
 * the first mistake. It never reads the items of a list that is too long. All mistakes are searched only in values
 * small enough to be written by hand. That takes quadratic time in their number.
 */
import { _, type ErrorObject, type Options, str, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isMultipleOf } from '../numbers/multipleOf.ts';
import { compilePattern } from './linearPattern.ts';

/** Returns all mistakes, or the first ones of a value that is too large. It is empty if the value is valid. */
export type Validation = (value: unknown) => readonly ErrorObject[];

export interface Validator {
  addSchema(schema: object): void;
  compile(schema: object): Validation;
  /** Finds the validation that was added under an `$id`. */
  find(id: string): Validation | undefined;
}

const MAX_VALUES = 3_000;
const MAX_LETTERS = 300_000;

const regExp = Object.assign((pattern: string) => compilePattern(pattern), { code: 'compilePattern' });

/**
 * Creates an instance whose keyword `multipleOf` counts in decimals. Compiled as text it needs a function of that name.
 */
export function createAjv(options: Options): Ajv2020 {
  // Errors contain their value, because some sentences depend on it.
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

/** Returns whether the value is small enough for a complete explanation. The walk ends as soon as it is not. */
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

  /** Compiles the thorough pass once something is wrong. */
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
