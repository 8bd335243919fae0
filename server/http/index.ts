import type { Server as SecureServer } from 'node:https';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyHttpsOptions, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { OperationId } from '../../generated/operations.ts';
import type { Services } from '../engine/context.ts';
import { AppError } from '../platform/errors/errors.ts';
import { PART_TYPE } from '../platform/files/parts/headers.ts';
import { histogram } from '../platform/metrics.ts';
import { readCertificate, watchCertificate } from '../platform/tls.ts';
import { compressAnswer } from './compress.ts';
import { createErrorHandler } from './errorHandler.ts';
import { MULTIPART_LIMITS } from './multipart.ts';
import { mountPages } from './pages.ts';
import { mountProbes } from './probes.ts';
import { type Handlers, mountRoutes } from './routes.ts';
import { helmetOptions } from './security.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    operationId?: string;
    /** True if the answer may be endless. */
    streams?: boolean;
  }
}

const BODY_LIMIT = 5 * 1024 * 1024;
/** Maximum time for receiving a request. A slower client would block a connection. */
const REQUEST_TIMEOUT_MS = 120_000;

const durations = histogram('wattdeck_http_seconds', 'Time to answer a request', ['operation', 'status']);

export interface Http {
  app: FastifyInstance;
  /** Refuses new requests. Resolves when all running requests are answered, or after `limit` milliseconds. */
  drain(limit: number): Promise<void>;
}

/** Counts running requests. Endless answers (live) are not counted, so that they do not delay the shutdown. */
function countRequests(app: FastifyInstance): Http['drain'] {
  let open = 0;
  let draining = false;
  let idle = (): void => {};
  app.addHook('onRequest', async (request, reply) => {
    if (draining) throw new AppError('http.closing', {}, { headers: { connection: 'close' } });
    if (request.routeOptions.config.streams) return;
    open += 1;
    reply.raw.once('close', () => {
      open -= 1;
      if (open === 0) idle();
    });
  });
  return (limit) =>
    new Promise((done) => {
      draining = true;
      if (open === 0) return done();
      const timer = setTimeout(done, limit);
      idle = () => {
        clearTimeout(timer);
        done();
      };
    });
}

/** Uses TLS if the settings name a certificate. A renewed certificate applies to new connections. */
async function createServer(
  { config, log }: Services,
  options: FastifyServerOptions,
): Promise<FastifyInstance> {
  if (!config.tls) return Fastify(options);
  const https = await readCertificate(config.tls);
  const app = Fastify({ ...options, https } as FastifyHttpsOptions<SecureServer>);
  const unwatch = watchCertificate(config.tls, log, (fresh) => app.server.setSecureContext(fresh));
  app.addHook('onClose', async () => unwatch());
  return app as unknown as FastifyInstance;
}

/** Registers handlers that run before the routes. */
export type Mount = (app: FastifyInstance, services: Services) => void;

export async function createHttp(
  services: Services,
  handlers: Handlers,
  mounts: readonly Mount[],
): Promise<Http> {
  const { trustedProxies } = services.config;
  const app = await createServer(services, {
    logger: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    routerOptions: { maxParamLength: 300 },
  });
  const drain = countRequests(app);
  app.setErrorHandler(createErrorHandler(services.log));
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser(PART_TYPE, (request, payload, done) => {
    const isPart = request.routeOptions.config.operationId === ('uploadPart' satisfies OperationId);
    if (isPart) done(null, payload);
    else done(new AppError('http.mediaType'));
  });
  for (const mount of mounts) mount(app, services);
  app.addHook('onSend', compressAnswer);
  app.addHook('onResponse', async (request, reply) => {
    const operation = request.routeOptions.config.operationId ?? 'other';
    durations.observe({ operation, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
  });
  await app.register(helmet, helmetOptions(services.config));
  await app.register(cookie);
  await app.register(multipart, { limits: MULTIPART_LIMITS });
  mountProbes(app, services);
  mountRoutes(app, services, handlers, services.surface);
  await mountPages(app, services.config, services.config.roles.has('api') ? undefined : null);
  return { app, drain };
}
