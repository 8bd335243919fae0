/** Language and theme belong to the account; before login they belong to the device. */
import type { Data } from '../../../generated/calls.ts';
import { call } from '../api/client.ts';
import { type Lang, setLang } from '../i18n/index.ts';
import { useLangStore } from '../i18n/lang.ts';
import { setTheme, useThemeStore } from '../theme/themeStore.ts';
import type { ThemeName } from '../theme/tokens.ts';

interface Preferences {
  lang?: Lang;
  theme?: ThemeName;
}

/** Shows what the account remembers. */
export async function applyPreferences(user: Data<'getPrincipal'>): Promise<void> {
  if (user.theme !== useThemeStore.getState().name) setTheme(user.theme, { chosen: false });
  if (user.lang !== useLangStore.getState().lang) await setLang(user.lang, { chosen: false });
}

/** At login: what was chosen on the login page counts and is kept; the rest is the account's. */
export async function keepPreferences(user: Data<'getPrincipal'>): Promise<void> {
  const { lang, chosen: langChosen } = useLangStore.getState();
  const { name: theme, chosen: themeChosen } = useThemeStore.getState();
  const kept = { lang: langChosen ? lang : user.lang, theme: themeChosen ? theme : user.theme };
  if (kept.lang !== user.lang || kept.theme !== user.theme) await remember(kept);
  await applyPreferences({ ...user, ...kept });
}

async function remember(preferences: Preferences): Promise<void> {
  try {
    await call('updateInfoData', { body: preferences }, { quiet: true });
  } catch {
    // The choice holds on this device all the same.
  }
}
