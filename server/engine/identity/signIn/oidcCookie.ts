import cookies from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OIDC_CALLBACK, type OidcAttempt } from './oidc.ts';

const COOKIE = 'EMS-oidc';
const LIFE_S = 600;
const NAMES = ['state', 'nonce', 'verifier', 'from'] as const;

export interface AttemptCookie {
  /**
   * Binds the attempt to this browser, so that answers of the provider to other browsers are refused here. Null removes
   * it.
   */
  write(request: FastifyRequest, reply: FastifyReply, attempt: OidcAttempt | null): void;
  /** Returns null unless this server wrote it, because other hosts of the domain can set cookies too. */
  read(request: FastifyRequest): OidcAttempt | null;
}

/** `secret` is asked for each time: it is read when the server starts. */
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
    // The cookie must be sent when the provider redirects the browser back.
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
