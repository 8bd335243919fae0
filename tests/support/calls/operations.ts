/** Every operation of the description, with inputs made from its schemas. */
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

/** They end sessions, also the one that a test goes on with; their own tests try them. */
const ENDING: ReadonlySet<OperationId> = new Set([
  'logout',
  'ownSessionEnd',
  'userSessionsEnd',
  'totpReset',
  'resetPassword',
] satisfies OperationId[]);

/** The operations that a walk over all of them tries in this run. */
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

/** Returns whether a body takes only the fields that it names; what devices send may hold any key. */
export function isSchemaClosed(schema: Schema): boolean {
  const { oneOf, anyOf, items, additionalProperties } = resolveSchema(schema);
  const choices = oneOf ?? anyOf;
  if (Array.isArray(choices)) return choices.every((choice) => isSchemaClosed(choice as Schema));
  return items ? isSchemaClosed(items as Schema) : additionalProperties === false;
}

/** The entity that calls for every entity are tried with. */
export const TRIED_ENTITY = 'customer';

/** An input that passes validation. */
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
 * Returns the statuses by which an operation answers wrong input: a token in the address is asked for first, and so
 * often only.
 */
export function refusalsOf(id: OperationId): readonly number[] {
  const { access, path } = operations[id];
  return access === 'public' && /token\}/i.test(path) ? [401, 404, 429] : [400];
}

/** Status and body; a stream that stays open is left after its headers. */
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
