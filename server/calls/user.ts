import type { Calls, Input } from '../../generated/calls.ts';
import { pageRegistry } from '../../runtime/core/definitions/pages.ts';
import { pickText } from '../../runtime/core/text/pickText.ts';
import '../../runtime/core/definitions/builtPages.ts';
import { listTeam } from '../engine/approvals/colleagues.ts';
import type { CallContext } from '../engine/context.ts';
import {
  changePassword,
  PASSWORD_CHANGED,
  switchTenant,
  updateProfile,
} from '../engine/identity/people/account.ts';
import { menuTree, openPages } from '../engine/identity/people/menu.ts';
import { bindUser, resetPassword } from '../engine/identity/people/people.ts';
import { readUserPermission, saveUserPermission } from '../engine/identity/people/permissions.ts';
import { requirePerson } from '../engine/identity/people/reach.ts';
import { loadPrincipal } from '../engine/identity/session/principal.ts';
import { writeSessionCookie } from '../engine/identity/signIn/cookie.ts';

async function changeOwnPassword({ body }: Pick<Input<'changePassword'>, 'body'>, context: CallContext) {
  const { db, identity, session, request, reply, lang } = context;
  await changePassword(db, session, body);
  await identity.changed(session.userId);
  writeSessionCookie(request, reply, null);
  return { message: pickText(PASSWORD_CHANGED, lang) };
}

export const userCalls = {
  getPrincipal: (_input, { db, session, lang }) => db.system((trx) => loadPrincipal(trx, session, lang)),

  userMenu: async (_input, { session }) => menuTree(pageRegistry.all(), session),

  getUserMenu: async (_input, { session }) => openPages(pageRegistry.all(), session),

  userTeam: ({ query: { current, pageNum, size, pageSize } = {} }, { db, session }) =>
    db.tenant(session.tenantId, (trx) =>
      listTeam(trx, session, { current: current ?? pageNum, size: size ?? pageSize }),
    ),

  async updateInfoData({ body }, { db, identity, session, lang }) {
    await updateProfile(db, session, body);
    const current = await identity.reload(session);
    return db.system((trx) => loadPrincipal(trx, current, lang));
  },

  changePassword: changeOwnPassword,
  putChangePassword: changeOwnPassword,

  async updateDefaultTenant({ body }, { db, identity, session, lang }) {
    await switchTenant(db, session, body.tenantId);
    const current = await identity.reload(session);
    return db.system((trx) => loadPrincipal(trx, current, lang));
  },

  userPermission: ({ path }, { db, session }) =>
    db.tenant(session.tenantId, async (trx) => {
      await requirePerson(trx, session, path.id, 'userPermission:get');
      return readUserPermission(trx, session.tenantId, path.id);
    }),

  async saveUserPermission({ path, body }, { db, identity, session }) {
    const saved = await db.tenant(session.tenantId, (trx) =>
      saveUserPermission(trx, session, path.id, body.permissions),
    );
    await identity.changed(path.id);
    return saved;
  },

  async resetPassword({ body }, { db, identity, session }) {
    const answer = await resetPassword(db, session, body);
    await identity.changed(body.id);
    return answer;
  },

  tenantUserRelationCreate: ({ body }, ctx) => bindUser(ctx, body),
} satisfies Partial<Calls<CallContext>>;
