import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { Config } from '../config.ts';

type Sources = Pick<Config, 'mapTiles' | 'mediaOrigins'>;

/**
 * Styles may be inline (antd sets them); scripts come from our own files only. Pictures and streams come from
 * elsewhere only where the settings say so. No header promises https.
 */
export function helmet_options({ mapTiles, mediaOrigins }: Sources): FastifyHelmetOptions {
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
    strictTransportSecurity: false,
    // Browsers refuse these two over plain http and complain about it in the console.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  };
}
