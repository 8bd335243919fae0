/** The language and theme of the account, or of the device before login. */

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

/** Applies the settings of the account. Missing settings keep the device's values. */
export async function applyPreferences({ lang, theme }: Remembered): Promise<void> {
  if (theme && theme !== useThemeStore.getState().choice) setTheme(theme, { chosen: false });
  if (lang && lang !== useLangStore.getState().lang) await setLang(lang, { chosen: false });
}

/**
 * Stores the choices made on the login page in the account, at login. Other settings are loaded from the
 * account.
 */
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
    // A failure is ignored, because the choice is already applied on this device.
  }
}
