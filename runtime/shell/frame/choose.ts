/** Applies a user's choice at once, and stores it in the account of a signed-in user. */
import type { Lang } from '../../core/text/lang.ts';
import { setLang } from '../../kit/i18n/index.ts';
import { type Profile, saveProfile, useSession } from '../../kit/session/session.ts';
import { setTheme, type ThemeChoice } from '../../kit/theme/themeStore.ts';

/**
 * Saves the profile of a signed-in user. The answer contains names in the new language, for example those of
 * tenants.
 */
async function remember(profile: Profile): Promise<void> {
  if (useSession.getState().status !== 'user') return;
  try {
    await saveProfile(profile);
  } catch {
    // After a failure the choice remains on this device.
  }
}

export async function chooseLang(lang: Lang): Promise<void> {
  await setLang(lang);
  await remember({ lang });
}

export async function chooseTheme(theme: ThemeChoice): Promise<void> {
  setTheme(theme);
  await remember({ theme });
}
