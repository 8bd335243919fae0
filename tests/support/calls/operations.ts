/** Returns every operation of the description, with inputs made from its schemas. */
import { type OperationId, type OperationInfo, operations } from '../../../generated/operations.ts';
import {
  type DescribedOperation,
  readDescription,
  type Schema,
} from '../../../server/engine/surface/description.ts';
import { isWalked } from '../../run/rotation.ts';
import type { CallInput, Client } from './client.ts';
import { type SampleOptions, sample } from './samples.ts';

export const { description } = readDescription();
export const allOperations: readonly OperationInfo[] = Object.values(operations);
export const idsOf = (infos: readonly OperationInfo[]): OperationId[] => infos.map(({ id }) => id);

/** Operations that end sessions, including the session of the test. Separate tests cover them. */
const ENDING: ReadonlySet<OperationId> = new Set([
  'logout',
  'ownSessionEnd',
  'userSessionsEnd',
  'totpReset',
  'resetPassword',
] satisfies OperationId[]);

/** The operations that a walk over all of them tests in this run. */
export const walkedOperations = allOperations.filter(({ id, permission }) =>
  isWalked(id, [id, permission?.split(':')[0] ?? '']),
);
export const lastingOperations = walkedOperations.filter(({ id }) => !ENDING.has(id));

export function describeOperation(id: OperationId): DescribedOperation {
  return description.paths[operations[id].path]![operations[id].method]!;
}

export function resolveSchema(schema: Schema): Schema {
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  return resolveSchema(description.components.schemas[$ref.split('/').pop() ?? ''] ?? {});
}

export function bodySchema(id: OperationId): Schema | undefined {
  return describeOperation(id).requestBody?.content['application/json']?.schema;
}

/** Returns whether a body accepts only the fields that it names. Bodies from devices may have any key. */
export function isSchemaClosed(schema: Schema): boolean {
  const { oneOf, anyOf, items, additionalProperties } = resolveSchema(schema);
  const choices = oneOf ?? anyOf;
  if (Array.isArray(choices)) return choices.every((choice) => isSchemaClosed(choice as Schema));
  return items ? isSchemaClosed(items as Schema) : additionalProperties === false;
}

/** The entity with which calls for every entity are tested. */
export const TRIED_ENTITY = 'customer';

/** Returns an input that passes validation. */
export function makeInput(id: OperationId, options: SampleOptions): CallInput {
  const place = (where: string) =>
    Object.fromEntries(
      (describeOperation(id).parameters ?? [])
        .filter(
          (parameter) =>
            parameter.in === where && (where === 'path' || options.optional || parameter.required),
        )
        .map(({ name, schema }) => [
          name,
          name === 'entity' ? TRIED_ENTITY : String(sample(schema, description, options)).toWellFormed(),
        ]),
    );
  const schema = bodySchema(id);
  return { path: place('path'), query: place('query'), body: schema && sample(schema, description, options) };
}

/**
 * Returns the possible statuses of an operation for wrong input. A token in the address is checked first, with a
 * limited number of attempts.
 */
export function refusalsOf(id: OperationId): readonly number[] {
  const { access, path } = operations[id];
  return access === 'public' && /token\}/i.test(path) ? [401, 404, 429] : [400];
}

/** Returns status and body. A stream that stays open is closed after its headers. */
export async function readAnswer(
  client: Client,
  id: OperationId,
  input: CallInput,
): Promise<{ status: number; text: string }> {
  const response = await client.request(id, input);
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return { status: response.status, text: '' };
  }
  return { status: response.status, text: await response.text() };
}
