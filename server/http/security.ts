import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyReply } from 'fastify';
import type { Config } from '../platform/config.ts';

type Sources = Pick<Config, 'mapTiles' | 'mediaOrigins' | 'tls'>;

const HALF_YEAR_SECONDS = 15_552_000;

/**
 * Styles may be inline (antd sets them). Scripts are loaded only from the server's own files. Pictures and streams from
 * other origins are allowed only by the settings. HSTS is sent if the server has its own certificate. A proxy sends its
 * own.
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
    // Browsers refuse these two over plain http and report it in the console.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  };
}

/** Allows these sites to show the page in a frame, instead of none. */
export function allowFrames(reply: FastifyReply, origins: readonly string[]): void {
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header(
    'content-security-policy',
    policy.replace("frame-ancestors 'none'", `frame-ancestors ${origins.join(' ')}`),
  );
  reply.removeHeader('x-frame-options');
}
