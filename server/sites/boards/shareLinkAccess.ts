/** Checks links to boards before their handlers run. The link is found before the rest of the request is read. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OperationId } from '../../../generated/operations.ts';
import type { Services } from '../../engine/context.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { requestLang } from '../../platform/language.ts';
import { type Opened, openShare } from './share.ts';

const OPERATIONS: ReadonlySet<string> = new Set<OperationId>(['sharedBoard', 'sharedBoardQuery']);

const opened = new WeakMap<FastifyRequest, Opened>();

/** Returns the link of a request. */
export const openedLink = (request: FastifyRequest): Opened => opened.get(request)!;

export function mountLinks(
  app: FastifyInstance,
  { db, openLimit }: Pick<Services, 'db' | 'openLimit'>,
): void {
  app.addHook('onRequest', async (request) => {
    if (!OPERATIONS.has(request.routeOptions.config.operationId ?? '')) return;
    const wait = openLimit.waitIp(request.ip);
    if (wait > 0) throw new AppError('http.tooMany', {}, { headers: { 'retry-after': String(wait) } });
    const { token } = request.params as { token: string };
    opened.set(request, await openShare({ db, lang: requestLang(request) }, token));
  });
}
