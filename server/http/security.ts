import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyReply } from 'fastify';
import type { Config } from '../platform/config.ts';

type Sources = Pick<Config, 'mapTiles' | 'mediaOrigins' | 'tls'>;

const HALF_YEAR_SECONDS = 15_552_000;

/**
 * Allows inline styles, which antd sets. Scripts are loaded only from the server's own files. The settings list other
 * origins for pictures and streams. HSTS is sent only if the server has its own certificate, because a proxy sends its
 * own header.
 */
export function helmetOptions({ mapTiles, mediaOrigins, tls }: Sources): FastifyHelmetOptions {
  const origins = [...mediaOrigins, ...(mapTiles ? [new URL(mapTiles).origin] : [])];
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...origins],
        mediaSrc: ["'self'", 'blob:', ...mediaOrigins],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...mediaOrigins],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: tls ? { maxAge: HALF_YEAR_SECONDS, includeSubDomains: false } : false,
    // Over plain HTTP, browsers refuse the following two headers and log a warning.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  };
}

/** Allows these sites to embed the page in a frame. The default allows none. */
export function allowFrames(reply: FastifyReply, origins: readonly string[]): void {
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header(
    'content-security-policy',
    policy.replace("frame-ancestors 'none'", `frame-ancestors ${origins.join(' ')}`),
  );
  reply.removeHeader('x-frame-options');
}
