/** The single interface to the server: typed calls by operation id, with tokens, time limit and error texts. */
import createClient from 'openapi-fetch';
import type { operations, paths } from '../../../generated/api.ts';
import type { CallPlace, OperationId } from '../../../generated/callPlaces.ts';
import type { Data, Input } from '../../../generated/calls.ts';
import { timeZone } from '../browser/timeZone.ts';
import { currentLang } from '../i18n/lang.ts';
import {
  ConnectionError,
  createAuthorizedFetch,
  reach,
  TimeoutError,
  TokenError,
} from './authorizedFetch.ts';
import { unwrap } from './envelope.ts';
import { ApiError, errorText } from './errors.ts';
import { notify } from './notices.ts';
import { operationFor } from './operations.ts';
import { isSignedOut, tokenSources } from './tokenSources.ts';

export { ApiError } from './errors.ts';

/** An upload is multipart. The OpenAPI file types its files as string. */
type FormBody<Op> = Op extends { requestBody?: infer B }
  ? NonNullable<B> extends { content: { 'multipart/form-data': unknown } }
    ? FormData
    : undefined
  : undefined;
type Present<T> = { [K in keyof T as T[K] extends undefined | Record<string, never> ? never : K]: T[K] };
/** Path, query and body as documented, if the operation has them. */
export type CallInput<Id extends OperationId> = Partial<
  Present<Pick<Input<Id>, 'path' | 'query'> & { body: Input<Id>['body'] | FormBody<operations[Id]> }>
>;

export interface CallOptions {
  /** The caller shows the failure (forms, widgets, scheduler), so no message appears. */
  quiet?: boolean;
  signal?: AbortSignal;
  /** Calls without a session: sends neither token nor cookie of the signed-in user. */
  guest?: boolean;
  /** The idempotency key. The server executes a repeated request with the same key only once. */
  name?: string;
  /** The user and tenant of the request. It is rejected if another user is signed in. */
  owner?: string;
  /** Time in ms that the request was queued on the device. The server derives the time of input. */
  waited?: number;
}

/** Called if even a new token is rejected. Set by the session. */
let onSessionLost: () => void = () => {};
export function setSessionLostHandler(handler: () => void): void {
  onSessionLost = handler;
}

/** Aborts running requests at the end of the session. */
let ofSession = new AbortController();

/** Cancels all running requests. After the end of the session they would only fail. */
export function dropCalls(): void {
  ofSession.abort();
  ofSession = new AbortController();
}

/** Ends the session after the server has reported that it is over. */
export function endSession(): void {
  onSessionLost();
}

const UNAUTHORIZED = 401;
const BAD_GATEWAY = 502;
const send = createAuthorizedFetch({ tokens: tokenSources, fetch: (request) => fetch(request) });
const baseUrl = globalThis.location?.origin ?? '';
const client = createClient<paths>({ baseUrl, fetch: send });
const guestClient = createClient<paths>({
  baseUrl,
  fetch: (request) => reach(fetch, new Request(request, { credentials: 'omit' })),
});

interface Answer {
  data?: unknown;
  error?: unknown;
  response: Response;
}
interface RequestParts {
  path?: unknown;
  query?: unknown;
  body?: unknown;
}

/**
 * Sends a request. openapi-fetch is typed by path. Here the operation id determines the types, and `Data<Id>` is the
 * result.
 */
async function request(info: CallPlace, input: RequestParts, options: CallOptions): Promise<Answer> {
  const isForm = input.body instanceof FormData;
  const init = {
    params: { path: input.path, query: input.query },
    body: input.body,
    ...(isForm && { bodySerializer: (body: unknown) => body }),
    headers: {
      'Accept-Language': currentLang(),
      'X-Time-Zone': timeZone,
      ...(options.name && { 'Idempotency-Key': options.name }),
      ...(options.owner && { 'X-Sent-By': options.owner }),
      ...(options.waited && { 'X-Waited': String(options.waited) }),
    },
    signal: AbortSignal.any([ofSession.signal, ...(options.signal ? [options.signal] : [])]),
    parseAs: info.answer === 'binary' ? 'stream' : 'json',
  };
  const sender = options.guest ? guestClient : client;
  return sender.request(info.method as never, info.path as never, init as never) as Promise<Answer>;
}

/** Decision 55: reads a file. A JSON response is an error instead. */
async function readBinary({ response }: Answer): Promise<Blob> {
  if (response.headers.get('content-type')?.includes('application/json')) {
    unwrap(await response.json(), response.status, response.ok);
  }
  return response.blob();
}

function translated(error: unknown): unknown {
  if (error instanceof ApiError || (error instanceof DOMException && error.name === 'AbortError'))
    return error;
  if (error instanceof ConnectionError) return new ApiError({ failure: 'connection', cause: error });
  if (error instanceof TimeoutError) return new ApiError({ failure: 'timeout', cause: error });
  if (error instanceof TokenError) {
    const lost = error.status === UNAUTHORIZED;
    if (lost) endSession();
    return new ApiError({ failure: lost ? 'session' : 'token', status: error.status, cause: error });
  }
  // The response is not valid JSON, for example that of a proxy.
  if (error instanceof SyntaxError)
    return new ApiError({ failure: 'answer', status: BAD_GATEWAY, cause: error });
  return new ApiError({ failure: 'build', cause: error });
}

function failSession(): never {
  endSession();
  throw new ApiError({ failure: 'session', status: UNAUTHORIZED });
}

async function perform(info: CallPlace, input: RequestParts, options: CallOptions): Promise<unknown> {
  const needsSession = info.access !== 'public' && !options.guest;
  const signedOut = needsSession && isSignedOut();
  // With a cached token the request is sent synchronously.
  if (typeof signedOut === 'boolean' ? signedOut : await signedOut) failSession();
  const answer = await request(info, input, options);
  const { response } = answer;
  if (response.status === UNAUTHORIZED && info.access !== 'public') failSession();
  if (info.answer === 'binary' && response.ok) return readBinary({ ...answer });
  return unwrap(response.ok ? answer.data : answer.error, response.status, response.ok);
}

/** Calls the server. Returns `data`, or throws an ApiError. Its message is already shown, unless `quiet`. */
export async function call<Id extends OperationId>(
  id: Id,
  input: CallInput<Id> = {},
  options: CallOptions = {},
): Promise<Data<Id>> {
  try {
    const info = operationFor(id);
    return (await perform(info instanceof Promise ? await info : info, input, options)) as Data<Id>;
  } catch (caught) {
    const error = translated(caught);
    const text = errorText(error);
    const lost = error instanceof ApiError && error.failure === 'session';
    if (text && !options.quiet && !lost) notify({ kind: 'warning', text });
    throw error;
  }
}

/** Sends a request outside the call format: a part of a file. The body is binary, and the answer is in headers. */
export async function sendBytes(address: string, init: RequestInit): Promise<Response> {
  try {
    const signal = AbortSignal.any([ofSession.signal, ...(init.signal ? [init.signal] : [])]);
    const request = new Request(new URL(address, baseUrl), { ...init, signal });
    request.headers.set('Accept-Language', currentLang());
    const response = await send(request);
    if (response.status === UNAUTHORIZED) failSession();
    return response;
  } catch (error) {
    throw translated(error);
  }
}
