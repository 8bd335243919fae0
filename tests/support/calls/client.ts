import type { Data } from '../../../generated/calls.ts';
import { type OperationId, operations } from '../../../generated/operations.ts';
import { checkAnswer, type Description } from './described.ts';

export interface CallInput {
  path?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: unknown;
  form?: FormData;
  headers?: Readonly<Record<string, string>>;
}

interface Envelope {
  code: number;
  msg: string;
  data: unknown;
  errors?: { field: string; msg: string }[];
}

/** An unsuccessful answer. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
  readonly errors: { field: string; msg: string }[];

  constructor(id: string, status: number, { code, msg, data, errors = [] }: Envelope) {
    super(`${id}: ${status} ${code} ${msg} ${JSON.stringify(errors)}`);
    this.status = status;
    this.code = code;
    this.msg = msg;
    this.data = data;
    this.errors = errors;
  }
}

export interface Client {
  /** Returns the data of a successful answer, and throws ApiFailure otherwise. */
  call<Id extends OperationId>(id: Id, input?: CallInput): Promise<Data<Id>>;
  /** Returns the response unchanged, with the tokens of this client. */
  request(id: OperationId, input?: CallInput): Promise<Response>;
  /** Fetches any address, with the cookies of this client. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Runs the token flow of the browser: anonymous token, password, own token, EMS token. */
  signIn(username: string, password: string): Promise<void>;
  /** Requests both tokens again, as after a change of tenant. */
  renew(): Promise<void>;
  /** Returns the cookie header that a browser would send. */
  cookies(): string;
  tokens(): { main: string | null; ems: string | null };
}

const BASIC = `Basic ${Buffer.from('web:web').toString('base64')}`;

export function makeAddress(id: OperationId, { path = {}, query = {} }: CallInput): string {
  const place = operations[id].path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(path[name])),
  );
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const search = new URLSearchParams(entries as [string, string][]).toString();
  return search ? `${place}?${search}` : place;
}

/**
 * If `described` is true, answers are compared with their description. It must be false if rules hide
 * required fields.
 */
export function createClient(url: string, { described = true } = {}): Client {
  const jar = new Map<string, string>();
  let main: string | null = null;
  let ems: string | null = null;

  const cookies = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

  const send: Client['fetch'] = async (path, init = {}) => {
    const headers = new Headers(init.headers);
    if (jar.size > 0) headers.set('cookie', cookies());
    const response = await fetch(`${url}${path}`, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const cut = pair.indexOf('=');
      jar.set(pair.slice(0, cut), pair.slice(cut + 1));
    }
    return response;
  };

  const description = async (): Promise<Description> =>
    (await (await fetch(`${url}/openapi.json`)).json()) as Description;

  const request: Client['request'] = async (id, input = {}) => {
    const { method, path, answer } = operations[id];
    const token = path.startsWith('/ems/api') ? ems : main;
    const json = input.body !== undefined;
    const response = await send(makeAddress(id, input), {
      method: method.toUpperCase(),
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(json ? { 'content-type': 'application/json' } : {}),
        ...input.headers,
      },
      body: input.form ?? (json ? JSON.stringify(input.body) : null),
    });
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    if (!isJson || answer === 'raw') return response;
    const text = await response.text();
    if (described) await checkAnswer(id, response.status, JSON.parse(text), description);
    return new Response(text, response);
  };

  const call: Client['call'] = async (id, input) => {
    const response = await request(id, input);
    const answer = (await response.json()) as Envelope;
    if (answer.code !== 0) throw new ApiFailure(id, response.status, answer);
    return answer.data as Data<typeof id>;
  };

  const mainToken = async (): Promise<void> => {
    const input = { query: { grant_type: 'client_credentials' }, headers: { authorization: BASIC } };
    main = (await call('oauthToken', input)).access_token;
  };

  const renew = async (): Promise<void> => {
    await mainToken();
    ems = (await call('emsToken')).access_token;
  };

  return {
    call,
    request,
    fetch: send,
    renew,
    cookies,
    tokens: () => ({ main, ems }),
    async signIn(username, password) {
      await mainToken();
      await call('pclogin', { body: { username, password } });
      await renew();
    },
  };
}
