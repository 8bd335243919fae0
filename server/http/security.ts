import type { FastifyHelmetOptions } from '@fastify/helmet';

/** Styles may be inline (antd sets them); scripts come from our own files only. No header promises https. */
export const helmetOptions: FastifyHelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      scriptSrcAttr: ["'none'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
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
