import type { ErrorObject } from 'ajv';
import { createValidator, type Validation } from '../../../runtime/core/rules/validation.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { FORMATS } from '../../../runtime/fieldTypes/index.ts';
import { isTextStorable } from '../../platform/db/tables/storable.ts';
import { AppError, type FieldError } from '../../platform/errors/errors.ts';
import { translateErrors } from '../../platform/errors/messages.ts';
import { MAX_DEPTH } from '../../platform/jsonText.ts';
import type { DescribedOperation, Description, Parameter, Schema } from './description.ts';
import { describeRequest } from './requestFields.ts';

export interface RawInput {
  path: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
  /** True if the body's nesting and characters were already checked in its text. */
  isAdmitted?: boolean;
}

export interface CheckedInput {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
}

/** Returns the input with typed parameters. Throws an error that lists all invalid fields. */
export type Check = (input: RawInput, lang: Lang) => CheckedInput;

type CheckMaker = (operation: DescribedOperation) => Check;

const ROOT = 'wattdeck';

/** Converts a text in the address to the type of its schema. An invalid text is unchanged and fails the validation. */
export function parseParameter(text: unknown, type: unknown): unknown {
  if (typeof text !== 'string') return text;
  const types = [type].flat();
  if (types.includes('integer') && /^-?\d{1,16}$/.test(text)) return Number(text);
  if (types.includes('number') && /^-?\d+(\.\d+)?([eE][-+]?\d{1,3})?$/.test(text)) return Number(text);
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/**
 * Validates the input of an operation by the description. Wrong types and unknown fields in a body are errors.
 * Validations are compiled at their first use, so that they do not delay the start.
 */
export function createChecks(description: Description): CheckMaker {
  // The codegen and the studio have already checked the schemas. Checking them again would take longer than all other
  // steps.
  const validator = createValidator({
    formats: { ...FORMATS, binary: true },
    meta: false,
    validateSchema: false,
  });
  validator.addSchema({ $id: ROOT, components: description.components });
  const compile = (schema: object): Validation =>
    validator.compile(JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${ROOT}#/`)));

  const typeOf = (schema: Schema): unknown => {
    const name = /^#\/components\/schemas\/(.+)$/.exec(String(schema.$ref ?? ''))?.[1];
    const target = name === undefined ? undefined : description.components.schemas[name];
    return target ? typeOf(target) : schema.type;
  };

  const checkParameters = (parameters: readonly Parameter[], place: 'path' | 'query') => {
    const inPlace = parameters.filter((parameter) => parameter.in === place);
    const types = new Map(inPlace.map(({ name, schema }) => [name, typeOf(schema)]));
    const whole = {
      type: 'object',
      properties: Object.fromEntries(inPlace.map(({ name, schema }) => [name, schema])),
      required: inPlace.filter(({ required }) => required).map(({ name }) => name),
      additionalProperties: false,
    };
    const askedOfPlace = describeRequest(description, whole, `/${place}`);
    let validate: Validation | null = null;
    return (
      raw: Readonly<Record<string, unknown>>,
      lang: Lang,
      errors: FieldError[],
    ): Record<string, unknown> => {
      validate ??= compile(whole);
      const parsed = Object.fromEntries(
        Object.entries(raw).map(([name, value]) => [name, parseParameter(value, types.get(name))]),
      );
      errors.push(...translateErrors(validate(parsed), lang, askedOfPlace));
      return parsed;
    };
  };

  const checkBody = ({ requestBody }: DescribedOperation) => {
    const schema = requestBody?.content['application/json']?.schema;
    const askedOfBody = describeRequest(description, schema ?? {});
    let validate: Validation | null = null;
    return (body: unknown, lang: Lang, errors: FieldError[]): void => {
      if (!schema) {
        const empty = body === undefined || body === null || Object.keys(body).length === 0;
        if (!empty && !requestBody) errors.push(...translateErrors([NO_BODY], lang, askedOfBody));
        return;
      }
      if (body === undefined && !requestBody?.required) return;
      validate ??= compile(schema);
      errors.push(...translateErrors(validate(body ?? null), lang, askedOfBody));
    };
  };

  return (operation) => {
    const path = checkParameters(operation.parameters ?? [], 'path');
    const query = checkParameters(operation.parameters ?? [], 'query');
    const body = checkBody(operation);
    return (input, lang) => {
      for (const part of [input.path, input.query]) admitValue(part);
      if (!input.isAdmitted) admitValue(input.body);
      const errors: FieldError[] = [];
      const checked = {
        path: path(input.path, lang, errors),
        query: query(input.query, lang, errors),
        body: input.body,
      };
      body(input.body, lang, errors);
      if (errors.length > 0) throw new AppError('http.invalid', {}, { errors });
      return checked;
    };
  };
}

/**
 * Throws for values that the database cannot store, or that are nested too deeply. Checks level by level, without
 * recursion.
 */
function admitValue(value: unknown): void {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw new AppError('http.tooDeep', { limit: MAX_DEPTH });
    const below: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'string' && !isTextStorable(value)) throw new AppError('http.badRequest');
      if (typeof value !== 'object' || value === null) continue;
      for (const [key, inner] of Object.entries(value)) {
        if (!isTextStorable(key)) throw new AppError('http.badRequest');
        below.push(inner);
      }
    }
    level = below;
  }
}

/** The error for a body of an operation without a body. */
const NO_BODY = {
  keyword: 'additionalProperties',
  instancePath: '',
  schemaPath: '',
  params: {},
} satisfies ErrorObject;
