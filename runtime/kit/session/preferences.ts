/** Language and theme of the account. Before login they are those of the device. */

import type { Data } from '../../../generated/calls.ts';
import type { Lang } from '../../core/text/lang.ts';
import { call } from '../api/client.ts';
import { setLang } from '../i18n/index.ts';
import { useLangStore } from '../i18n/lang.ts';
import { setTheme, type ThemeChoice, useThemeStore } from '../theme/themeStore.ts';

interface Preferences {
  lang?: Lang;
  theme?: ThemeChoice;
}

type Remembered = Pick<Data<'getPrincipal'>, 'lang' | 'theme'>;

/** Shows the settings of the account. Without them the device keeps its own. */
export async function applyPreferences({ lang, theme }: Remembered): Promise<void> {
  if (theme && theme !== useThemeStore.getState().choice) setTheme(theme, { chosen: false });
  if (lang && lang !== useLangStore.getState().lang) await setLang(lang, { chosen: false });
}

/** Stores the choices of the login page with the account at login. The others are taken from it. */
export async function keepPreferences(user: Data<'getPrincipal'>): Promise<void> {
  const { lang, chosen: langChosen } = useLangStore.getState();
  const { choice: theme, chosen: themeChosen } = useThemeStore.getState();
  const chosen = { ...(langChosen && { lang }), ...(themeChosen && { theme }) };
  const remembered: Remembered = { lang: user.lang, theme: user.theme, ...chosen };
  if (remembered.lang !== user.lang || remembered.theme !== user.theme) await remember(chosen);
  await applyPreferences(remembered);
}

async function remember(preferences: Preferences): Promise<void> {
  try {
    await call('updateInfoData', { body: preferences }, { quiet: true });
  } catch {
    // The choice applies on this device anyway.
  }
}
