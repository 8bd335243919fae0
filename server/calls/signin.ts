import type { FastifyReply } from 'fastify';
import type { Calls } from '../../generated/calls.ts';
import { listOwnLinks, revokeOwnLink } from '../boards/ownLinks.ts';
import type { CallContext, Session } from '../context.ts';
import type { Trx } from '../db/index.ts';
import { AppError } from '../http/errors.ts';
import { password_prove } from '../identity/account.ts';
import { apiKey_create, apiKey_revoke, apiKeys_list } from '../identity/apiKeys.ts';
import { audit } from '../identity/audit.ts';
import { above_check, account_check } from '../identity/permissions.ts';
import { requirePerson } from '../identity/reach.ts';
import { sessions_end, sessions_list } from '../identity/sessionList.ts';
import { totp_begin, totp_confirm, totp_off, totp_prove, totp_state } from '../identity/totp.ts';

/** The login page says what happened: the browser comes from elsewhere and can't be answered with JSON. */
const login_path = (problem: string): string => `/login?problem=${problem}`;

/** An address of our own pages; anything else leads to the start. */
const own_path = (from: string): string =>
  from.startsWith('/') && !from.startsWith('//') && !/[\\\s]/.test(from) ? from : '/';

const lead_to = (reply: FastifyReply, path: string): FastifyReply =>
  reply.header('cache-control', 'no-store').redirect(path, 302);

type Check = (trx: Trx, session: Session, userId: number) => Promise<void>;

/** The right to change people must reach this one, and they pass the check. */
async function member_check({ db, session }: CallContext, userId: number, check?: Check): Promise<void> {
  await db.tenant(session.tenantId, async (trx) => {
    await requirePerson(trx, session, userId, 'user:update');
    await check?.(trx, session, userId);
  });
}

/** Ends a key that its owner has in the session's tenant; whoever does it stands in the log. */
async function key_revoke(
  { db, identity, session }: CallContext,
  owner: number,
  keyId: number,
): Promise<void> {
  const { tenantId, userId } = session;
  await db.system(async (trx) => {
    const name = await apiKey_revoke(trx, { userId: owner, tenantId }, keyId);
    await audit(trx, {
      tenantId,
      userId,
      about: owner,
      action: 'apiKeyRevoked',
      diff: { name: [name, null] },
    });
  });
  await identity.changed(owner);
}

export const signinCalls = {
  signinOptions: async (_input, { identity }) => ({
    oidc: identity.oidcName === null ? null : { name: identity.oidcName },
  }),

  async oidcLogin({ query }, { identity, request, reply }) {
    const { attempt, url } = await identity.oidcBegin(own_path(query.from ?? '/'));
    identity.oidcAttempt.write(request, reply, attempt);
    return lead_to(reply, url);
  },

  async oidcCallback(_input, { identity, request, reply, log }) {
    const attempt = identity.oidcAttempt.read(request);
    identity.oidcAttempt.write(request, reply, null);
    if (!attempt) return lead_to(reply, login_path('expired'));
    try {
      const entered = await identity.oidcFinish(request, reply, attempt);
      return lead_to(reply, entered ? own_path(attempt.from) : login_path('unknown'));
    } catch (error) {
      log.warn('sign-in at the identity provider failed', { error });
      return lead_to(reply, login_path('refused'));
    }
  },

  totpState: (_input, { db, session }) => db.system((trx) => totp_state(trx, session.userId)),

  async totpBegin({ body }, { db, vault, session }) {
    await password_prove(db, session.userId, body.password, '/password');
    return db.system((trx) => totp_begin(trx, vault, session.userId));
  },

  totpConfirm: ({ body }, { db, vault, session: { userId, tenantId } }) =>
    db.system(async (trx) => {
      const recoveryCodes = await totp_confirm(trx, vault, userId, body.code);
      await audit(trx, { tenantId, userId, action: 'totpOn' });
      return { recoveryCodes };
    }),

  async totpOff({ body }, { db, vault, session: { userId, tenantId } }) {
    await password_prove(db, userId, body.password, '/password');
    await totp_prove({ db, vault }, userId, body.otp);
    return db.system(async (trx) => {
      await totp_off(trx, userId);
      await audit(trx, { tenantId, userId, action: 'totpOff' });
      return totp_state(trx, userId);
    });
  },

  async userTotp({ path }, context) {
    await member_check(context, path.id);
    return context.db.system((trx) => totp_state(trx, path.id));
  },

  async totpReset({ path }, context) {
    const { db, identity, session } = context;
    await member_check(context, path.id, account_check);
    await db.system(async (trx) => {
      await totp_off(trx, path.id);
      await sessions_end(trx, path.id, { tenantId: session.tenantId });
      const { tenantId, userId } = session;
      await audit(trx, { tenantId, userId, about: path.id, action: 'totpOff' });
    });
    await identity.changed(path.id);
    return null;
  },

  ownSessions: (_input, { db, session }) =>
    db.system((trx) => sessions_list(trx, session.userId, { current: session.sessionId })),

  async ownSessionEnd({ path }, { db, identity, session: { userId, tenantId } }) {
    await db.system(async (trx) => {
      if ((await sessions_end(trx, userId, { id: path.sessionId })) === 0)
        throw new AppError('http.notFound');
      await audit(trx, { tenantId, userId, action: 'sessionsEnded' });
    });
    await identity.changed(userId);
    return null;
  },

  async otherSessionsEnd(_input, { db, identity, session: { userId, tenantId, sessionId } }) {
    const ended = await db.system(async (trx) => {
      const count = await sessions_end(trx, userId, { except: sessionId });
      if (count > 0) await audit(trx, { tenantId, userId, action: 'sessionsEnded' });
      return count;
    });
    await identity.changed(userId);
    return { ended };
  },

  async userSessions({ path }, context) {
    const { db, session } = context;
    await member_check(context, path.id);
    const { tenantId, sessionId } = session;
    return db.system((trx) => sessions_list(trx, path.id, { current: sessionId, tenantId }));
  },

  async userSessionsEnd({ path }, context) {
    const { db, identity, session } = context;
    await member_check(context, path.id, above_check);
    const ended = await db.system(async (trx) => {
      const { tenantId, userId } = session;
      const count = await sessions_end(trx, path.id, { tenantId });
      if (count > 0) await audit(trx, { tenantId, userId, about: path.id, action: 'sessionsEnded' });
      return count;
    });
    await identity.changed(path.id);
    return { ended };
  },

  apiKeys: (_input, { db, session }) => db.system((trx) => apiKeys_list(trx, session)),

  apiKeyCreate: ({ body }, { db, session, reply }) => {
    reply.header('cache-control', 'no-store');
    return db.system(async (trx) => {
      const made = await apiKey_create(trx, session, body);
      const { tenantId, userId } = session;
      const diff = { name: [null, body.name], scopes: [null, body.scopes] };
      await audit(trx, { tenantId, userId, action: 'apiKeyCreated', diff });
      return made;
    });
  },

  async apiKeyRevoke({ path }, context) {
    await key_revoke(context, context.session.userId, path.id);
    return null;
  },

  ownBoardLinks: (_input, { db, session }) =>
    db.tenant(session.tenantId, (trx) => listOwnLinks(trx, session)),

  async ownBoardLinkRevoke({ path }, { db, session }) {
    await db.tenant(session.tenantId, (trx) => revokeOwnLink(trx, session, path.id));
    return null;
  },

  async userApiKeys({ path }, context) {
    await member_check(context, path.id);
    const owner = { userId: path.id, tenantId: context.session.tenantId };
    return context.db.system((trx) => apiKeys_list(trx, owner));
  },

  async userApiKeyRevoke({ path }, context) {
    await member_check(context, path.id, above_check);
    await key_revoke(context, path.id, path.keyId);
    return null;
  },
} satisfies Partial<Calls<CallContext>>;
