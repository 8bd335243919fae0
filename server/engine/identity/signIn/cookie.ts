import cookies from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const SESSION_COOKIE = 'EMS-session';

export function readSessionCookie(request: FastifyRequest): string | null {
  const { cookie } = request.headers;
  return (cookie && cookies.parse(cookie)[SESSION_COOKIE]) || null;
}

/** Sets the cookie, which scripts cannot read and other sites cannot send. `null` removes it. */
export function writeSessionCookie(request: FastifyRequest, reply: FastifyReply, value: string | null): void {
  const cookie = cookies.serialize(SESSION_COOKIE, value ?? '', {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
    ...(value === null ? { maxAge: 0 } : {}),
  });
  reply.header('set-cookie', cookie);
}
