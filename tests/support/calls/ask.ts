import type { Data } from '../../../generated/calls.ts';
import type { OperationId } from '../../../generated/operations.ts';
import type { CallInput, Client } from './client.ts';

export interface Answer<T> {
  status: number;
  headers: Headers;
  code: number;
  msg: string;
  data: T;
  errors?: { field: string; msg: string }[];
}

/** Returns the whole answer of a call, even if it is refused. */
export async function ask<Id extends OperationId>(
  client: Client,
  id: Id,
  input: CallInput = {},
): Promise<Answer<Data<Id>>> {
  const headers = { 'accept-language': 'en', ...input.headers };
  const {
    status,
    headers: answered,
    ...response
  } = await readJson(await client.request(id, { ...input, headers }));
  return { status, headers: answered, ...(response as Omit<Answer<Data<Id>>, 'status' | 'headers'>) };
}

async function readJson(response: Response): Promise<{ status: number; headers: Headers }> {
  // The answer of HEAD has no body.
  const text = await response.text();
  const body = text === '' ? {} : (JSON.parse(text) as object);
  return { status: response.status, headers: response.headers, ...body };
}

export const bearer = (token: string | null): { authorization: string } => ({
  authorization: token === null ? '' : `Bearer ${token}`,
});
