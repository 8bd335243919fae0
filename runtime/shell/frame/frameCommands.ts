/** Commands of the shell for all pages, for its buttons, its menus and the palette. */

import type { Text } from '../../../generated/definition.ts';
import { type Lang, languageOf, nextLang } from '../../core/text/lang.ts';
import type { Command } from '../../kit/command/command.ts';
import { signOut, type Tenant } from '../../kit/session/session.ts';
import type { ThemeName } from '../../kit/theme/tokens.ts';
import { chooseLang, chooseTheme } from './choose.ts';

/** R022: the page of the user's own account. */
export const ME_PATH = '/main/mine';
export const PASSWORD_HASH = '#password';

/**
 * Returns the command that switches to the next language. Its title is in that language, for users who cannot
 * read the current one.
 */
export function commandLang(lang: Lang): Command {
  const next = nextLang(lang);
  const title = languageOf(next).switchTo;
  return {
    id: 'app.lang',
    group: 'app',
    icon: 'language',
    title: { zh: title, en: title },
    words: ['language', '语言', '英文', 'Chinese'],
    run: () => void chooseLang(next),
  };
}

export function commandTheme(theme: ThemeName): Command {
  const dark = theme === 'dark';
  return {
    id: 'app.theme',
    group: 'app',
    icon: dark ? 'sun' : 'moon',
    title: dark
      ? { zh: '切换到浅色主题', en: 'Switch to the light theme' }
      : { zh: '切换到深色主题', en: 'Switch to the dark theme' },
    run: () => void chooseTheme(dark ? 'default' : 'dark'),
  };
}

/** Pins the open page to the top of the menu, or unpins it. */
export const commandPin = ({ title }: { title: Text }, isPinned: boolean, run: () => void): Command => ({
  id: 'app.pin',
  group: 'here',
  icon: 'pin',
  title: isPinned
    ? { zh: `从菜单置顶中移除“${title.zh}”`, en: `Unpin “${title.en}” from the menu` }
    : { zh: `在菜单中置顶“${title.zh}”`, en: `Pin “${title.en}” in the menu` },
  words: ['pin', '置顶', '收藏'],
  run,
});

/** Returns the entries of the account menu in order. */
export function commandsAccount(go: (path: string) => void): Command[] {
  return [
    {
      id: 'app.profile',
      group: 'app',
      icon: 'user',
      title: { zh: '个人信息', en: 'Profile' },
      run: () => go(ME_PATH),
    },
    {
      id: 'app.password',
      group: 'app',
      icon: 'key',
      title: { zh: '修改密码', en: 'Change password' },
      run: () => go(ME_PATH + PASSWORD_HASH),
    },
    {
      id: 'app.signOut',
      group: 'app',
      icon: 'logout',
      title: { zh: '退出登录', en: 'Sign out' },
      words: ['logout'],
      run: () => void signOut().catch(() => {}),
    },
  ];
}

/** Returns an entry for each other tenant of the user. */
export function commandsTenants(
  tenants: readonly Tenant[],
  tenantId: number | null,
  choose: (id: number) => void,
): Command[] {
  return tenants
    .filter(({ id }) => id !== tenantId)
    .map(({ id, name }) => ({
      id: `app.tenant.${id}`,
      group: 'app',
      icon: 'tenant',
      title: { zh: `切换到 ${name}`, en: `Switch to ${name}` },
      words: ['tenant', '租户'],
      run: () => choose(id),
    }));
}
