/**
 * The HTTP client of the commands (import, replay). It signs in like a browser. After an answer 401 it signs in again
 * and repeats the call once.
 */

import type { Data } from '../../../generated/calls.ts';
import { type OperationId, operations } from '../../../generated/operations.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { say } from './commandOutput.ts';

export type Credentials = { username: string; password: string } | { cookie: string };

export interface ApiInput {
  path?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string | number>>;
  body?: unknown;
  form?: () => FormData | Promise<FormData>;
}

/** An unsuccessful answer, with the server's message. */
export class ClientError extends Error {
  override name = 'ClientError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface ApiClient {
  call<Id extends OperationId>(id: Id, input?: ApiInput): Promise<Data<Id>>;
  text(id: OperationId, input?: ApiInput): Promise<string>;
}

const CLIENT_CREDENTIALS = `Basic ${Buffer.from('web:web').toString('base64')}`;
const SESSION_COOKIE = 'EMS-session';

function makeAddress(id: OperationId, { path = {}, query = {} }: ApiInput): string {
  const place = operations[id].path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(path[name])),
  );
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString();
  return search ? `${place}?${search}` : place;
}

async function readFailure(response: Response): Promise<ClientError> {
  const text = await response.text();
  try {
    const { msg, errors = [] } = JSON.parse(text) as {
      msg: string;
      errors?: { field: string; msg: string }[];
    };
    const details = errors.map(({ field, msg: detail }) => `${field}: ${detail}`).join('; ');
    return new ClientError(response.status, details ? `${msg} (${details})` : msg);
  } catch {
    return new ClientError(response.status, `answer ${response.status}`);
  }
}

export async function signClientIn(url: string, credentials: Credentials, lang: Lang): Promise<ApiClient> {
  let cookie = 'cookie' in credentials ? `${SESSION_COOKIE}=${credentials.cookie}` : '';
  const tokens = { main: '', ems: '' };

  async function send(id: OperationId, input: ApiInput, authorization: string): Promise<Response> {
    const headers: Record<string, string> = { 'accept-language': lang };
    if (authorization) headers.authorization = authorization;
    if (cookie) headers.cookie = cookie;
    if (input.body !== undefined) headers['content-type'] = 'application/json';
    const body = input.form
      ? await input.form()
      : input.body === undefined
        ? null
        : JSON.stringify(input.body);
    const method = operations[id].method.toUpperCase();
    const response = await fetch(url + makeAddress(id, input), { method, headers, body }).catch(
      (error: Error) => {
        throw new ClientError(
          0,
          say('unreachable', { url, reason: (error.cause as Error)?.message ?? error.message }),
        );
      },
    );
    for (const line of response.headers.getSetCookie()) cookie = line.split(';')[0] ?? '';
    return response;
  }

  async function answer<Id extends OperationId>(
    id: Id,
    input: ApiInput,
    authorization: string,
  ): Promise<Data<Id>> {
    const response = await send(id, input, authorization);
    if (!response.ok) throw await readFailure(response);
    return ((await response.json()) as { data: Data<Id> }).data;
  }

  async function renew(): Promise<void> {
    const query = { grant_type: 'client_credentials' };
    tokens.main = (await answer('oauthToken', { query }, CLIENT_CREDENTIALS)).access_token;
    if ('username' in credentials && !cookie) {
      await answer('pclogin', { body: credentials }, `Bearer ${tokens.main}`);
      tokens.main = (await answer('oauthToken', { query }, CLIENT_CREDENTIALS)).access_token;
    }
    tokens.ems = (await answer('emsToken', {}, `Bearer ${tokens.main}`)).access_token;
  }

  const bearer = (id: OperationId): string =>
    `Bearer ${operations[id].path.startsWith('/ems/api') ? tokens.ems : tokens.main}`;

  async function respond(id: OperationId, input: ApiInput): Promise<Response> {
    let response = await send(id, input, bearer(id));
    if (response.status === 401) {
      await renew();
      response = await send(id, input, bearer(id));
    }
    if (!response.ok) throw await readFailure(response);
    return response;
  }

  await renew();
  return {
    async call<Id extends OperationId>(id: Id, input: ApiInput = {}) {
      return ((await (await respond(id, input)).json()) as { data: Data<Id> }).data;
    },
    text: async (id, input = {}) => (await respond(id, input)).text(),
  };
}
