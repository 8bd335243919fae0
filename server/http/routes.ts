import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Calls, Input } from '../../generated/calls.ts';
import { type OperationId, type OperationInfo, operations } from '../../generated/operations.ts';
import type { CallContext, Services, Session } from '../context.ts';
import { operation_authorize } from './authorize.ts';
import type { Description } from './description.ts';
import { AppError } from './errors.ts';
import { request_lang } from './language.ts';
import { multipart_read } from './multipart.ts';
import { type CheckedInput, createChecks, type RawInput } from './validate.ts';

/** What serves an operation: its own function, or the generic action of its entity. */
type Handler = (input: HandlerInput, context: CallContext) => Promise<unknown>;
type HandlerInput = CheckedInput & Pick<Input<OperationId>, 'files' | 'fields'>;

export interface Handlers {
  calls: Partial<Calls<CallContext>>;
  entityAction(info: OperationInfo, input: CheckedInput, context: CallContext): Promise<unknown>;
}

function handler_of(info: OperationInfo, { calls, entityAction }: Handlers): Handler {
  if (info.action) return (input, context) => entityAction(info, input, context);
  // The table is typed operation by operation; here, where they are mounted, an input is any operation's.
  const own = (calls as Readonly<Record<string, Handler | undefined>>)[info.id];
  if (own) return own;
  return async () => {
    throw new Error(`operation ${info.id} has no implementation`);
  };
}

function context_make(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  visitor: Session | null,
): CallContext {
  return {
    ...services,
    visitor,
    get session() {
      if (!visitor) throw new AppError('http.unauthorized');
      return visitor;
    },
    lang: request_lang(request),
    ip: request.ip,
    request,
    reply,
  };
}

function answer_send(
  info: OperationInfo,
  binary: string | undefined,
  result: unknown,
  reply: FastifyReply,
): FastifyReply {
  if (reply.sent) return reply;
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  if (info.answer === 'data' || info.answer === 'page') {
    return reply.send({ code: 0, msg: 'ok', data: result ?? null });
  }
  if (binary && !reply.hasHeader('content-type')) reply.type(binary);
  return reply.send(result);
}

const NO_FILES = { files: [], fields: {} };

/** Mounts every operation of the description. Who calls is asked before the body is read. */
export function routes_mount(
  app: FastifyInstance,
  services: Services,
  handlers: Handlers,
  description: Description,
): void {
  const check_make = createChecks(description);
  const visitors = new WeakMap<FastifyRequest, Session | null>();
  for (const info of Object.values(operations)) {
    const described = description.paths[info.path]?.[info.method];
    if (!described) throw new Error(`${info.id} is missing in the description`);
    const check = check_make(described);
    const handler = handler_of(info, handlers);
    app.route({
      method: info.method.toUpperCase(),
      url: info.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { operationId: info.id, streams: info.answer === 'raw' },
      async onRequest(request) {
        const visitor = await services.identity.authenticate(request);
        operation_authorize(info, visitor);
        visitors.set(request, visitor);
      },
      async handler(request, reply) {
        const context = context_make(services, request, reply, visitors.get(request) ?? null);
        const { params, query: parameters } = request as {
          params: RawInput['path'];
          query: RawInput['query'];
        };
        const sent = info.multipart ? undefined : request.body;
        const { path, query, body } = check({ path: params, query: parameters, body: sent }, context.lang);
        const upload = info.multipart ? await multipart_read(request) : null;
        try {
          const { files, fields } = upload ?? NO_FILES;
          const result = await handler({ path, query, body, files, fields }, context);
          return answer_send(info, described['x-binary'], result, reply);
        } finally {
          await upload?.clean();
        }
      },
    });
  }
}
