/** Every operation of the description, with inputs made from its schemas. */
import { type OperationId, type OperationInfo, operations } from '../../generated/operations.ts';
import { type DescribedOperation, description_read, type Schema } from '../../server/http/description.ts';
import type { CallInput, Client } from './client.ts';
import { type SampleOptions, sample } from './samples.ts';

export const { description } = description_read();
export const allOperations: readonly OperationInfo[] = Object.values(operations);
export const ids_of = (infos: readonly OperationInfo[]): OperationId[] => infos.map(({ id }) => id);

/** They end sessions, also the one that a test goes on with; their own tests try them. */
const ENDING: ReadonlySet<OperationId> = new Set([
  'logout',
  'ownSessionEnd',
  'userSessionsEnd',
  'totpReset',
  'resetPassword',
] satisfies OperationId[]);
export const lastingOperations = allOperations.filter(({ id }) => !ENDING.has(id));

export function operation_described(id: OperationId): DescribedOperation {
  return description.paths[operations[id].path]![operations[id].method]!;
}

export function schema_resolve(schema: Schema): Schema {
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  return schema_resolve(description.components.schemas[$ref.split('/').pop() ?? ''] ?? {});
}

export function body_schema(id: OperationId): Schema | undefined {
  return operation_described(id).requestBody?.content['application/json']?.schema;
}

/** Whether a body takes only the fields that it names; what devices send may hold any key. */
export function schema_isClosed(schema: Schema): boolean {
  const { oneOf, anyOf, items, additionalProperties } = schema_resolve(schema);
  const choices = oneOf ?? anyOf;
  if (Array.isArray(choices)) return choices.every((choice) => schema_isClosed(choice as Schema));
  return items ? schema_isClosed(items as Schema) : additionalProperties === false;
}

/** The entity that calls for every entity are tried with. */
export const TRIED_ENTITY = 'customer';

/** An input that passes validation. */
export function input_make(id: OperationId, options: SampleOptions): CallInput {
  const place = (where: string) =>
    Object.fromEntries(
      (operation_described(id).parameters ?? [])
        .filter(
          (parameter) =>
            parameter.in === where && (where === 'path' || options.optional || parameter.required),
        )
        .map(({ name, schema }) => [
          name,
          name === 'entity' ? TRIED_ENTITY : String(sample(schema, description, options)).toWellFormed(),
        ]),
    );
  const schema = body_schema(id);
  return { path: place('path'), query: place('query'), body: schema && sample(schema, description, options) };
}

/** What is wrong is answered so: a token in the address is asked for first, and so often only. */
export function refusals_of(id: OperationId): readonly number[] {
  const { access, path } = operations[id];
  return access === 'public' && /token\}/i.test(path) ? [401, 404, 429] : [400];
}

/** Status and body; a stream that stays open is left after its headers. */
export async function answer_read(
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
