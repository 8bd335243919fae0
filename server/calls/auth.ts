import type { Calls } from '../../generated/calls.ts';
import type { CallContext } from '../engine/context.ts';
import { loadPrincipal } from '../engine/identity/session/principal.ts';
import { countAttempt, createCaptcha, tooManyAttempts } from '../engine/identity/signIn/loginCounters.ts';
import { attemptKeys, judge } from '../engine/identity/signIn/loginLimits.ts';
import { readAddressKey } from '../platform/addressKey.ts';
import { AppError } from '../platform/errors/errors.ts';

/** The credentials of the web client. They are public, so the secret is not confidential (V104). */
const CLIENT_CREDENTIALS = `Basic ${Buffer.from('web:web').toString('base64')}`;

export const authCalls = {
  async oauthToken(_input, { identity, request, reply }) {
    if (request.headers.authorization !== CLIENT_CREDENTIALS) throw new AppError('auth.badClient');
    reply.header('cache-control', 'no-store');
    return identity.mainToken(request, reply);
  },

  async emsToken(_input, { identity, session, reply }) {
    reply.header('cache-control', 'no-store');
    return identity.emsToken(session);
  },

  async captcha({ query: { username = '' } }, { db, ip, reply }) {
    reply.header('cache-control', 'no-store');
    return db.system(async (trx) => {
      const verdict = judge(await countAttempt(trx, [{ scope: 'captcha', key: readAddressKey(ip) }]));
      if (verdict.kind === 'blocked') throw tooManyAttempts(verdict.seconds);
      return createCaptcha(trx, attemptKeys(ip, username));
    });
  },

  async pclogin({ body }, { identity, db, ip, lang, request, reply }) {
    const session = await identity.login(request, reply, ip, body);
    return db.system((trx) => loadPrincipal(trx, session, lang));
  },

  async logout(_input, { identity, request, reply }) {
    await identity.logout(request, reply);
    return null;
  },
} satisfies Partial<Calls<CallContext>>;
