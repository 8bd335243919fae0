import cookies from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OIDC_CALLBACK, type OidcAttempt } from './oidc.ts';

const COOKIE = 'EMS-oidc';
const LIFE_S = 600;
const NAMES = ['state', 'nonce', 'verifier', 'from'] as const;

/** Binds the attempt to this browser: nobody else's answer of the provider counts here. */
export function writeAttempt(
  request: FastifyRequest,
  reply: FastifyReply,
  attempt: OidcAttempt | null,
): void {
  const value = attempt ? Buffer.from(JSON.stringify(attempt)).toString('base64url') : '';
  const cookie = cookies.serialize(COOKIE, value, {
    path: OIDC_CALLBACK,
    httpOnly: true,
    // It has to come along when the provider sends the browser back.
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: attempt ? LIFE_S : 0,
  });
  const before = [reply.getHeader('set-cookie') ?? []].flat().map(String);
  reply.header('set-cookie', [...before, cookie]);
}

export function readAttempt(request: FastifyRequest): OidcAttempt | null {
  const text = cookies.parse(request.headers.cookie ?? '')[COOKIE];
  if (!text) return null;
  try {
    const found = JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>;
    return NAMES.every((name) => typeof found[name] === 'string') ? (found as unknown as OidcAttempt) : null;
  } catch {
    return null;
  }
}
