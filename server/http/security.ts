import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyReply } from 'fastify';
import type { Config } from '../platform/config.ts';

type Sources = Pick<Config, 'mapTiles' | 'mediaOrigins' | 'tls'>;

const HALF_YEAR_SECONDS = 15_552_000;

/**
 * Styles may be inline (antd sets them); scripts come from our own files only. Pictures and streams come from
 * elsewhere only where the settings say so. Https is promised where the certificate is our own; a proxy promises its own.
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
    // Browsers refuse these two over plain http and complain about it in the console.
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
