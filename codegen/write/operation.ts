/** Completes an operation of the description with its answers. */
import { PAGE_PARAMETERS } from '../callAction/parameters.ts';
import type { OperationSource } from './operationSource.ts';
import type { PureSchema } from './pure.ts';

/** Writes the answers with their envelope, and the paging parameters of a list. */
export function finishOperation(operation: OperationSource): OperationSource {
  const pages = operation['x-page'] && operation['x-action']?.from !== 'body';
  const parameters = pages ? withParameters(operation.parameters, PAGE_PARAMETERS) : operation.parameters;
  return {
    ...operation,
    ...(parameters ? { parameters } : {}),
    security: operation.security ?? (operation['x-public'] ? [] : [{ bearer: [] }]),
    responses: { '200': { description: 'Success', ...answerContent(operation) }, default: ERROR_ANSWER },
  };
}

export function withParameters(
  ownParameters: OperationSource['parameters'],
  added: OperationSource['parameters'],
): OperationSource['parameters'] {
  const names = new Set((ownParameters ?? []).map((parameter) => parameter.name));
  return [...(ownParameters ?? []), ...(added ?? []).filter((parameter) => !names.has(parameter.name))];
}

/** Keywords that describe the answer of an operation. */
export const ANSWERS = ['x-data', 'x-page', 'x-plain', 'x-binary', 'x-raw'] as const;

const ERROR_ANSWER = {
  description: 'Refused or failed; code is not 0',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
};

function answerContent(operation: OperationSource): object {
  if (operation['x-raw']) return {};
  if (operation['x-plain']) return { content: { 'application/json': { schema: operation['x-plain'] } } };
  if (operation['x-binary'])
    return {
      content: Object.fromEntries(
        [operation['x-binary']]
          .flat()
          .map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
      ),
    };
  const data = operation['x-page'] ? pageOf(operation['x-page']) : (operation['x-data'] ?? {});
  return { content: { 'application/json': { schema: envelope(data) } } };
}

const pageOf = (record: PureSchema): PureSchema => ({
  type: 'object',
  properties: {
    records: { type: 'array', items: record },
    total: { type: 'integer' },
    current: { type: 'integer' },
    size: { type: 'integer' },
    next: { type: ['string', 'null'], description: 'The cursor of the next page of an endless list' },
  },
  required: ['records', 'total', 'current', 'size'],
});

const envelope = (data: PureSchema): PureSchema => ({
  type: 'object',
  properties: { code: { type: 'integer' }, msg: { type: 'string' }, data },
  required: ['code', 'msg', 'data'],
});

export const FAILURE: PureSchema = {
  type: 'object',
  properties: {
    code: { type: 'integer' },
    msg: { type: 'string' },
    data: {},
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          field: { type: 'string', description: 'JSON pointer into the body' },
          msg: { type: 'string' },
        },
        required: ['field', 'msg'],
      },
    },
  },
  required: ['code', 'msg'],
};
