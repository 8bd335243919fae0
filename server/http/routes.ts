import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Calls, Input } from '../../generated/calls.ts';
import { type OperationId, type OperationInfo, operations } from '../../generated/operations.ts';
import type { CallContext, Services, Session } from '../engine/context.ts';
import type { Served, Surface } from '../engine/surface/operationRegistry.ts';
import type { CheckedInput, RawInput } from '../engine/surface/validate.ts';
import { namedDatabase } from '../platform/db/requestKey.ts';
import { AppError } from '../platform/errors/errors.ts';
import { isBodyAdmitted } from '../platform/jsonText.ts';
import { requestLang } from '../platform/language.ts';
import { roleAnswers } from '../platform/processRoles.ts';
import { authorizeOperation, permissionOf } from './authorize.ts';
import { goneSignal } from './gone.ts';
import { readMultipart } from './multipart.ts';
import { carryOut, namedRequest } from './named.ts';
import { CALL_PREFIXES } from './pages.ts';
import { refuseOther, withInputTime } from './sentBy.ts';
import { requestZone } from './zone.ts';

/** A function that serves an operation: a handler of the operation, or the generic action of its entity. */
type Handler = (input: HandlerInput, context: CallContext) => Promise<unknown>;
type HandlerInput = CheckedInput & Pick<Input<OperationId>, 'files' | 'fields'>;

export interface Handlers {
  calls: Partial<Calls<CallContext>>;
  serveAction(info: OperationInfo, input: HandlerInput, context: CallContext): Promise<unknown>;
}

function handlerOf(info: OperationInfo, { calls, serveAction }: Handlers): Handler {
  if (info.action) return (input, context) => serveAction(info, input, context);
  // The type of the table depends on the operation. The routes are mounted for any operation, so the type is widened.
  const handler = (calls as Readonly<Record<string, Handler | undefined>>)[info.id];
  if (handler) return handler;
  return async () => {
    throw new Error(`operation ${info.id} has no implementation`);
  };
}

function makeContext(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  visitor: Session | null,
  permission: string | null,
  callOperation: CallOperation,
): CallContext {
  return {
    ...services,
    visitor,
    permission,
    get session() {
      if (!visitor) throw new AppError('http.unauthorized');
      return visitor;
    },
    lang: requestLang(request),
    get zone() {
      return requestZone(request);
    },
    ip: request.ip,
    get gone() {
      return goneSignal(reply);
    },
    request,
    reply,
    ask(id, input) {
      return callOperation(id, input, this);
    },
  };
}

/** Calls another operation on behalf of the same visitor. */
type CallOperation = (id: string, input: RawInput, context: CallContext) => Promise<unknown>;

const NO_FILES = { files: [], fields: {} };

function sendAnswer({ info, binary }: Served, result: unknown, reply: FastifyReply): FastifyReply {
  // The handler has already sent the response. The response is incomplete if the caller disconnected.
  if (reply.sent || reply.raw.headersSent) return reply;
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  if (info.answer === 'data' || info.answer === 'page') {
    return reply.send({ code: 0, msg: 'ok', data: result ?? null });
  }
  if (binary && !reply.hasHeader('content-type')) reply.type(binary);
  return reply.send(result);
}

const visitors = new WeakMap<FastifyRequest, Session | null>();

/** Returns the caller after authentication. Null if no user is signed in. */
export const requestVisitor = (request: FastifyRequest): Session | null => visitors.get(request) ?? null;

/** Runs every operation, built-in or applied later, through the same steps: caller, validation of the input, answer. */
function createPipeline(services: Services, handlers: Handlers) {
  const callOperation: CallOperation = async (id, raw, context) => {
    const info = services.surface.operations().find((operation) => operation.id === id);
    if (!info?.board) throw new AppError('kanban.noSuchCall', { id });
    authorizeOperation(info, context.visitor, raw.path);
    const { check } = services.surface.built(info.id);
    const within = Object.create(context, {
      permission: { value: permissionOf(info, raw.path) },
    }) as CallContext;
    return handlerOf(info, handlers)({ ...check(raw, context.lang), ...NO_FILES }, within);
  };
  return {
    async admit(info: OperationInfo, path: RawInput['path'], request: FastifyRequest): Promise<void> {
      const visitor = await services.identity.authenticate(request);
      refuseOther(request, visitor);
      authorizeOperation(info, visitor, path);
      visitors.set(request, withInputTime(request, visitor, Date.now()));
    },
    async serve(served: Served, params: RawInput['path'], request: FastifyRequest, reply: FastifyReply) {
      const { info, check } = served;
      const sent = info.multipart || request.body instanceof Readable ? undefined : request.body;
      const querySent = request.query as RawInput['query'];
      const raw = { path: params, query: querySent, body: sent, isAdmitted: isBodyAdmitted(request) };
      const visitor = requestVisitor(request);
      const named = namedRequest(info, request, visitor, raw);
      const { db } = services;
      const context = makeContext(
        named ? { ...services, db: namedDatabase(db, named) } : services,
        request,
        reply,
        visitor,
        permissionOf(info, params),
        callOperation,
      );
      const { path, query, body } = check(raw, context.lang);
      const upload = info.multipart ? await readMultipart(request, services.files, context.session) : null;
      try {
        const { files, fields } = upload ?? NO_FILES;
        const run = () => handlerOf(info, handlers)({ path, query, body, files, fields }, context);
        const result = await (named ? carryOut(db, named, context, run) : run());
        return sendAnswer(served, result, reply);
      } finally {
        await upload?.clean();
      }
    },
  };
}

/** The largest body of a user or a program: a board of about a hundred widgets. */
const OWN_BODY_LIMIT = 1_500_000;
/** The largest body, in bytes, of a caller who is not signed in and fills in a form. */
const PUBLIC_BODY_LIMIT = 64 * 1024;
/** The largest body, in bytes, of a request by a board with many variables through a valid link. */
const LINK_BODY_LIMIT = 512 * 1024;

/**
 * Path prefix of device calls. They use the server's default body limit, because a device's token is checked before
 * its body is read.
 */
const MEASURED = '/api/v1/';

/** The largest body, in bytes, of a device without a token. Such a device sends its name and a key. */
const NEW_DEVICE_BODY_LIMIT = 4 * 1024;

function bodyLimitFor({ access, path }: OperationInfo): number | undefined {
  if (path.startsWith(MEASURED))
    return access === 'public' && !path.includes('{deviceToken}') ? NEW_DEVICE_BODY_LIMIT : undefined;
  if (access !== 'public') return OWN_BODY_LIMIT;
  return path.includes('{token}') ? LINK_BODY_LIMIT : PUBLIC_BODY_LIMIT;
}

const APPLIED_METHODS: HTTPMethods[] = ['GET', 'POST', 'PUT', 'DELETE'];

/** Operations in which devices wait for messages. The shutdown does not wait for these operations. */
const WAITING: ReadonlySet<string> = new Set<OperationId>(['deviceAttributesWait', 'deviceCommandWait']);

/**
 * Mounts the operations of the description for the roles of this process. Authentication precedes the reading of the
 * body.
 */
export function mountRoutes(
  app: FastifyInstance,
  services: Services,
  handlers: Handlers,
  surface: Surface,
): void {
  const { admit, serve } = createPipeline(services, handlers);
  const { roles } = services.config;
  for (const info of Object.values(operations)) {
    if (!roleAnswers(roles, info.id)) continue;
    app.route({
      method: info.method.toUpperCase(),
      url: info.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      bodyLimit: bodyLimitFor(info),
      config: { operationId: info.id, streams: info.answer === 'raw' || WAITING.has(info.id) },
      onRequest: (request) => admit(info, request.params as RawInput['path'], request),
      handler: (request, reply) =>
        serve(surface.built(info.id), request.params as RawInput['path'], request, reply),
    });
  }
  if (!roles.has('api')) return;
  // Routes cannot be added to a running server. If no other route matches, operations applied since the start are
  // searched.
  const applied = new WeakMap<FastifyRequest, NonNullable<ReturnType<Surface['applied']>>>();
  for (const prefix of CALL_PREFIXES)
    app.route({
      method: APPLIED_METHODS,
      url: `/${prefix}/*`,
      bodyLimit: OWN_BODY_LIMIT,
      config: { operationId: 'applied' },
      async onRequest(request) {
        const match = surface.applied(request.method, request.url.split('?')[0] ?? '');
        if (!match) throw new AppError('http.notFound');
        await admit(match.served.info, match.params, request);
        applied.set(request, match);
      },
      handler(request, reply) {
        const { served, params } = applied.get(request)!;
        return serve(served, params, request, reply);
      },
    });
}
