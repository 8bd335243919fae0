import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../engine/context.ts';
import type { Database } from '../platform/db/index.ts';
import { AppError } from '../platform/errors/errors.ts';
import { metricsText, registry } from '../platform/metrics.ts';
import { isInsider } from './insider.ts';

const CHECK_MS = 2_000;

function timeoutAfter(limit: number): Promise<never> {
  return new Promise((_, fail) => setTimeout(() => fail(new Error('no answer in time')), limit).unref());
}

/** For whoever runs the server: is it well, how busy is it, what can it be asked. */
export function mountProbes(
  app: FastifyInstance,
  {
    config,
    db,
    identity,
    surface,
  }: Pick<Services, 'config' | 'identity' | 'surface'> & { db: Pick<Database, 'check'> },
): void {
  /** Figures are for administrators, the description (entities of the studio are in it) for whoever is signed in. */
  async function admit(request: FastifyRequest, onlyAdmin: boolean): Promise<void> {
    if (isInsider(request, config)) return;
    const visitor = await identity.authenticate(request);
    if (!visitor) throw new AppError('http.unauthorized');
    if (onlyAdmin && !visitor.admin) throw new AppError('http.forbidden');
  }
  app.get('/healthz', async (_request, reply) => {
    const well = await Promise.race([db.check(), timeoutAfter(CHECK_MS)]).then(
      () => true,
      () => false,
    );
    reply.header('cache-control', 'no-store').status(well ? 200 : 503);
    const state = well ? 'ok' : 'unavailable';
    return { status: state, database: state, roles: [...config.roles] };
  });
  app.get('/metrics', { onRequest: (request) => admit(request, true) }, async (_request, reply) => {
    reply.type(registry.contentType);
    return metricsText();
  });
  app.get('/openapi.json', { onRequest: (request) => admit(request, false) }, async (_request, reply) => {
    reply.type('application/json').header('cache-control', 'no-cache');
    return surface.text();
  });
}
