import type { FastifyReply } from 'fastify';
import type { Calls } from '../../generated/calls.ts';
import type { CallContext, Session } from '../engine/context.ts';
import { provePassword } from '../engine/identity/people/account.ts';
import { checkAbove, checkAccount } from '../engine/identity/people/permissions.ts';
import { requirePerson } from '../engine/identity/people/reach.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '../engine/identity/session/apiKeys.ts';
import { endSessions, listSessions } from '../engine/identity/session/sessionList.ts';
import { audit } from '../engine/identity/signIn/signInAudit.ts';
import {
  beginTotp,
  confirmTotp,
  proveTotp,
  readTotpState,
  turnOffTotp,
} from '../engine/identity/signIn/totp.ts';
import type { Trx } from '../platform/db/index.ts';
import { AppError } from '../platform/errors/errors.ts';
import { listOwnLinks, revokeOwnLink } from '../sites/boards/ownLinks.ts';

/**
 * Returns the address of the login page with a sign-in error. The browser arrives from another server and
 * would show JSON as text.
 */
const loginPath = (problem: string): string => `/login?problem=${problem}`;

/** Returns an address within the platform. Any other address is replaced by the start page. */
const ownPath = (from: string): string =>
  from.startsWith('/') && !from.startsWith('//') && !/[\\\s]/.test(from) ? from : '/';

const leadTo = (reply: FastifyReply, path: string): FastifyReply =>
  reply.header('cache-control', 'no-store').redirect(path, 302);

type Check = (trx: Trx, session: Session, userId: number) => Promise<void>;

/** Throws unless the caller may change this user and the user passes the check. */
async function checkMember({ db, session }: CallContext, userId: number, check?: Check): Promise<void> {
  await db.tenant(session.tenantId, async (trx) => {
    await requirePerson(trx, session, userId, 'user:update');
    await check?.(trx, session, userId);
  });
}

/** Revokes an API key of the owner in the session's tenant. The log names the acting user. */
async function revokeKey(
  { db, identity, session }: CallContext,
  owner: number,
  keyId: number,
): Promise<void> {
  const { tenantId, userId } = session;
  await db.system(async (trx) => {
    const name = await revokeApiKey(trx, { userId: owner, tenantId }, keyId);
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
    const { attempt, url } = await identity.oidcBegin(ownPath(query.from ?? '/'));
    identity.oidcAttempt.write(request, reply, attempt);
    return leadTo(reply, url);
  },

  async oidcCallback(_input, { identity, request, reply, log }) {
    const attempt = identity.oidcAttempt.read(request);
    identity.oidcAttempt.write(request, reply, null);
    if (!attempt) return leadTo(reply, loginPath('expired'));
    try {
      const entered = await identity.oidcFinish(request, reply, attempt);
      return leadTo(reply, entered ? ownPath(attempt.from) : loginPath('unknown'));
    } catch (error) {
      log.warn('sign-in at the identity provider failed', { error });
      return leadTo(reply, loginPath('refused'));
    }
  },

  totpState: (_input, { db, session }) => db.system((trx) => readTotpState(trx, session.userId)),

  async totpBegin({ body }, { db, vault, session }) {
    await provePassword(db, session.userId, body.password, '/password');
    return db.system((trx) => beginTotp(trx, vault, session.userId));
  },

  totpConfirm: ({ body }, { db, vault, session: { userId, tenantId } }) =>
    db.system(async (trx) => {
      const recoveryCodes = await confirmTotp(trx, vault, userId, body.code);
      await audit(trx, { tenantId, userId, action: 'totpOn' });
      return { recoveryCodes };
    }),

  async totpOff({ body }, { db, vault, session: { userId, tenantId } }) {
    await provePassword(db, userId, body.password, '/password');
    await proveTotp({ db, vault }, userId, body.otp);
    return db.system(async (trx) => {
      await turnOffTotp(trx, userId);
      await audit(trx, { tenantId, userId, action: 'totpOff' });
      return readTotpState(trx, userId);
    });
  },

  async userTotp({ path }, context) {
    await checkMember(context, path.id);
    return context.db.system((trx) => readTotpState(trx, path.id));
  },

  async totpReset({ path }, context) {
    const { db, identity, session } = context;
    await checkMember(context, path.id, checkAccount);
    await db.system(async (trx) => {
      await turnOffTotp(trx, path.id);
      await endSessions(trx, path.id, { tenantId: session.tenantId });
      const { tenantId, userId } = session;
      await audit(trx, { tenantId, userId, about: path.id, action: 'totpOff' });
    });
    await identity.changed(path.id);
    return null;
  },

  ownSessions: (_input, { db, session }) =>
    db.system((trx) => listSessions(trx, session.userId, { current: session.sessionId })),

  async ownSessionEnd({ path }, { db, identity, session: { userId, tenantId } }) {
    await db.system(async (trx) => {
      if ((await endSessions(trx, userId, { id: path.sessionId })) === 0) throw new AppError('http.notFound');
      await audit(trx, { tenantId, userId, action: 'sessionsEnded' });
    });
    await identity.changed(userId);
    return null;
  },

  async otherSessionsEnd(_input, { db, identity, session: { userId, tenantId, sessionId } }) {
    const ended = await db.system(async (trx) => {
      const count = await endSessions(trx, userId, { except: sessionId });
      if (count > 0) await audit(trx, { tenantId, userId, action: 'sessionsEnded' });
      return count;
    });
    await identity.changed(userId);
    return { ended };
  },

  async userSessions({ path }, context) {
    const { db, session } = context;
    await checkMember(context, path.id);
    const { tenantId, sessionId } = session;
    return db.system((trx) => listSessions(trx, path.id, { current: sessionId, tenantId }));
  },

  async userSessionsEnd({ path }, context) {
    const { db, identity, session } = context;
    await checkMember(context, path.id, checkAbove);
    const ended = await db.system(async (trx) => {
      const { tenantId, userId } = session;
      const count = await endSessions(trx, path.id, { tenantId });
      if (count > 0) await audit(trx, { tenantId, userId, about: path.id, action: 'sessionsEnded' });
      return count;
    });
    await identity.changed(path.id);
    return { ended };
  },

  apiKeys: (_input, { db, session }) => db.system((trx) => listApiKeys(trx, session)),

  apiKeyCreate: ({ body }, { db, session, reply }) => {
    reply.header('cache-control', 'no-store');
    return db.system(async (trx) => {
      const made = await createApiKey(trx, session, body);
      const { tenantId, userId } = session;
      const diff = { name: [null, body.name], scopes: [null, body.scopes] };
      await audit(trx, { tenantId, userId, action: 'apiKeyCreated', diff });
      return made;
    });
  },

  async apiKeyRevoke({ path }, context) {
    await revokeKey(context, context.session.userId, path.id);
    return null;
  },

  ownBoardLinks: (_input, { db, session }) =>
    db.tenant(session.tenantId, (trx) => listOwnLinks(trx, session)),

  async ownBoardLinkRevoke({ path }, { db, session }) {
    await db.tenant(session.tenantId, (trx) => revokeOwnLink(trx, session, path.id));
    return null;
  },

  async userApiKeys({ path }, context) {
    await checkMember(context, path.id);
    const owner = { userId: path.id, tenantId: context.session.tenantId };
    return context.db.system((trx) => listApiKeys(trx, owner));
  },

  async userApiKeyRevoke({ path }, context) {
    await checkMember(context, path.id, checkAbove);
    await revokeKey(context, path.id, path.keyId);
    return null;
  },
} satisfies Partial<Calls<CallContext>>;
