import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { bearerToken } from '../engine/identity/session/tokens.ts';
import type { Config } from '../platform/config.ts';

/** Headers in which a proxy names the client. A local request without these headers is from an insider. */
const FORWARDED = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via',
];

type RequestOrigin = Pick<FastifyRequest, 'headers'> & {
  socket: Pick<FastifyRequest['socket'], 'remoteAddress'>;
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Returns true for a program on this machine, or with the token. Always false for a request that a proxy forwarded. */
export function isInsider(
  { headers, socket }: RequestOrigin,
  { metricsToken, trustedProxies }: Pick<Config, 'metricsToken' | 'trustedProxies'>,
): boolean {
  const bearer = bearerToken(headers.authorization);
  if (metricsToken !== null && bearer !== null) return timingSafeEqual(digest(bearer), digest(metricsToken));
  if (FORWARDED.some((name) => headers[name] !== undefined)) return false;
  const address = ipaddr.process(socket.remoteAddress ?? '0.0.0.0');
  const isProxy = trustedProxies.some((proxy) => {
    const network = ipaddr.parseCIDR(
      proxy.includes('/') ? proxy : `${proxy}/${proxy.includes(':') ? 128 : 32}`,
    );
    return network[0].kind() === address.kind() && address.match(network);
  });
  return address.range() === 'loopback' && !isProxy;
}
