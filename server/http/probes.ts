import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../engine/context.ts';
import type { Database } from '../platform/db/index.ts';
import { AppError } from '../platform/errors/errors.ts';
import { metricsText, registry } from '../platform/metrics.ts';
import { isInsider } from './localCaller.ts';

const CHECK_MS = 2_000;
/** Maximum time for which the coordinator waits for the nodes of a cluster, in milliseconds. */
const READY_MS = 5_000;

function timeoutAfter(limit: number): Promise<never> {
  return new Promise((_, fail) => setTimeout(() => fail(new Error('no answer in time')), limit).unref());
}

/** Serves probes for operators: the server's health, its load, and the description of its calls. */
export function mountProbes(
  app: FastifyInstance,
  {
    config,
    db,
    identity,
    surface,
    disk,
    away,
  }: Pick<Services, 'config' | 'identity' | 'surface' | 'disk' | 'away'> & {
    db: Pick<Database, 'check' | 'away'>;
  },
): void {
  /**
   * Figures are only for administrators. The description is for all signed-in users, because it contains the studio's
   * entities.
   */
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
  // The process stays in the load balancer if a node of a cluster is down, because other tenants can be served. The
  // same applies if the broker is down, because pages can be served.
  app.get('/readyz', async (request, reply) => {
    const { nodes, takesPoints } = await Promise.race([db.away(), timeoutAfter(READY_MS)]).catch(() => ({
      nodes: ['database'],
      takesPoints: false,
    }));
    const missing = [...nodes, ...away.list()];
    const level = disk.level();
    const isReady = takesPoints && level !== 'full';
    const isWhole = missing.length === 0 && (level === 'roomy' || level === 'low');
    reply.header('cache-control', 'no-store').status(isReady ? 200 : 503);
    const status = isReady ? (isWhole ? 'ok' : 'degraded') : 'unavailable';
    const details = { away: missing, ...(level !== 'roomy' && { disk: level }) };
    return { status, ...(isInsider(request, config) && details) };
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
