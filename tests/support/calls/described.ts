/** Checks every answer that a test gets against its description. A difference fails the test. */
import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type OperationId, operations } from '../../../generated/operations.ts';
import { FORMATS } from '../../../runtime/fieldTypes/index.ts';

type Check = (id: OperationId, status: number) => ValidateFunction | undefined;

export interface Description {
  components: { schemas: Record<string, { properties?: Record<string, unknown>; required?: unknown }> };
}

/** The HTTP parser sends this answer before the call is known. */
const HEADERS_TOO_LARGE = 431;
const FILE = new URL('../../../generated/openapi.json', import.meta.url);
const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * Returns schemas without required fields. Records may lack fields that the caller may not see or did not request.
 * Required fields are a rule for writes.
 */
function componentsOf({ components }: Description): Description['components'] {
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [
    name,
    schema.properties?._readonly ? { ...schema, required: [] } : schema,
  ]);
  return { ...components, schemas: Object.fromEntries(schemas) as Description['components']['schemas'] };
}

/** Compiles the answer of an operation on its first use. */
function createCheck(description: Description): Check {
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    formats: FORMATS,
    // Compiles schemas of many answers only once.
    inlineRefs: false,
    meta: false,
    validateSchema: false,
    code: { optimize: false },
  });
  ajv.addSchema({ ...description, components: componentsOf(description), $id: 'api' });
  const known = new Map<string, ValidateFunction | undefined>();
  return (id, status) => {
    const place = status < 400 ? '200' : 'default';
    const key = `${id} ${place}`;
    if (!known.has(key)) {
      const { path, method } = operations[id];
      const at = ['paths', path, method, 'responses', place, 'content', 'application/json', 'schema'];
      known.set(key, ajv.getSchema(`api#/${at.map((part) => encodeURIComponent(escaped(part))).join('/')}`));
    }
    return known.get(key);
  };
}

let built: Check | undefined;

/** Returns the difference between the answer and its description, or null. */
function differenceOf(check: Check, id: OperationId, status: number, answer: unknown): string | null {
  const validate = check(id, status);
  if (!validate || validate(answer)) return null;
  const { instancePath, message, params } = validate.errors?.[0] ?? { instancePath: '' };
  return `${id} answered ${status} otherwise than described: ${instancePath} ${message} ${JSON.stringify(params)}`;
}

/**
 * Throws if an answer differs from its description. Only the running server knows definitions that a test applied. A
 * difference therefore counts only if it also differs from the server's own description.
 */
export async function checkAnswer(
  id: OperationId,
  status: number,
  answer: unknown,
  running: () => Promise<Description>,
): Promise<void> {
  if (status === HEADERS_TOO_LARGE) return;
  built ??= createCheck(JSON.parse(readFileSync(FILE, 'utf8')) as Description);
  if (differenceOf(built, id, status, answer) === null) return;
  const difference = differenceOf(createCheck(await running()), id, status, answer);
  if (difference !== null) throw new Error(difference);
}
