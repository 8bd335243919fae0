import '../../../runtime/core/definitions/builtPages.ts';
import { isBelow, pageRegistry } from '../../../runtime/core/definitions/pages.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import type { EntityHooks, HookStep } from '../../engine/hooks.ts';
import { checkAbove, checkGrant } from '../../engine/identity/people/permissions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { isEmsPage } from './emsMenus.ts';
import { listObservedPages, observerKeys } from './observers.ts';

/** Throws unless the address of an entry is that of a page or a prefix of one. */
function checkRoute({ route }: Values): void {
  const leads = pageRegistry.all().some((page) => isEmsPage(page) && isBelow(page.route, String(route)));
  if (!leads) throw new AppError('emsMenu.unknownRoute', {}, { field: '/route' });
}

/** Users can grant access only to menu entries that they can open themselves. */
async function checkMenus({ trx, session }: HookStep, menus: unknown): Promise<void> {
  const entries = await trx.selectFrom('emsMenu').select(['id', 'parentId', 'route']).execute();
  const chosen = Array.isArray(menus) ? menus.map(Number) : [];
  checkGrant(session, observerKeys(listObservedPages({ menus: chosen, entries })), '/menus');
}

/** Users cannot suspend themselves or a user with more permissions. */
async function checkUser({ trx, session }: HookStep, userId: unknown): Promise<void> {
  if (Number(userId) === session.userId) throw new AppError('emsObserver.self', {}, { field: '/userId' });
  await checkAbove(trx, session, Number(userId), '/userId');
}

export const accessHooks = {
  emsMenu: {
    beforeCreate(values) {
      checkRoute(values);
      return values;
    },
    beforeUpdate(values, before) {
      if (values.route !== before.route) checkRoute(values);
      return values;
    },
  },
  emsObserver: {
    async beforeCreate(values, step) {
      await checkUser(step, values.userId);
      await checkMenus(step, values.menus);
      return values;
    },
    async beforeUpdate(values, _before, step) {
      await checkMenus(step, values.menus);
      return values;
    },
    async beforeRestore(row, step) {
      await checkUser(step, row.user_id);
      await checkMenus(step, row.menus);
    },
  },
} satisfies Record<string, EntityHooks>;
