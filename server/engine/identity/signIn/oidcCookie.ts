import cookies from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OIDC_CALLBACK, type OidcAttempt } from './oidc.ts';

const COOKIE = 'EMS-oidc';
const LIFE_S = 600;
const NAMES = ['state', 'nonce', 'verifier', 'from'] as const;

export interface AttemptCookie {
  /**
   * Binds the attempt to this browser, so that the provider's answer is accepted only here. Null removes the cookie.
   */
  write(request: FastifyRequest, reply: FastifyReply, attempt: OidcAttempt | null): void;
  /** Returns null unless this server wrote the cookie, because other hosts of the domain can set cookies too. */
  read(request: FastifyRequest): OidcAttempt | null;
}

/** `secret` is a function, because the secret is read only when the server starts. */
export function createAttemptCookie(secret: () => Uint8Array): AttemptCookie {
  const key = () => Buffer.from(secret());
  return {
    write: (request, reply, attempt) =>
      writeCookie(request, reply, attempt && cookies.sign(writeText(attempt), key())),
    read(request) {
      const text = cookies.parse(request.headers.cookie ?? '')[COOKIE];
      const { valid, value } = text ? cookies.unsign(text, key()) : { valid: false, value: null };
      return valid && value ? readText(value) : null;
    },
  };
}

const writeText = (attempt: OidcAttempt): string =>
  Buffer.from(JSON.stringify(attempt)).toString('base64url');

function writeCookie(request: FastifyRequest, reply: FastifyReply, value: string | null): void {
  const cookie = cookies.serialize(COOKIE, value ?? '', {
    path: OIDC_CALLBACK,
    httpOnly: true,
    // `lax` sends the cookie when the provider redirects the browser back.
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: value === null ? 0 : LIFE_S,
  });
  const before = [reply.getHeader('set-cookie') ?? []].flat().map(String);
  reply.header('set-cookie', [...before, cookie]);
}

function readText(text: string): OidcAttempt | null {
  try {
    const state = JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>;
    return NAMES.every((name) => typeof state[name] === 'string') ? (state as unknown as OidcAttempt) : null;
  } catch {
    return null;
  }
}
