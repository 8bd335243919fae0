import { createContext, useContext } from 'react';
import { create } from 'zustand';
import { readLocal, writeLocal } from '../browser/storage.ts';
import { isThemeName, type ThemeName, type Tokens, tokens } from './tokens.ts';
import { useMedia } from './useMedia.ts';

/** boot.js also reads this key, before the first paint. */
const THEME_KEY = 'EMS-theme';
const DARK = '(prefers-color-scheme: dark)';

/** `system`: follows the device's light or dark mode. */
export type ThemeChoice = ThemeName | 'system';

interface ThemeState {
  choice: ThemeChoice;
  /** True if the user chose the theme on this page. Otherwise login applies the account's theme. */
  chosen: boolean;
  /** The theme that a displayed part requires. It overrides the user's choice. */
  asked: ThemeName | null;
}

function readChoice(): ThemeChoice {
  const stored = readLocal(THEME_KEY);
  return isThemeName(stored) ? stored : 'system';
}

export const useThemeStore = create<ThemeState>(() => ({ choice: readChoice(), chosen: false, asked: null }));

export function setTheme(choice: ThemeChoice, { chosen = true } = {}): void {
  writeLocal(THEME_KEY, choice);
  useThemeStore.setState((state) => ({ choice, chosen: state.chosen || chosen }));
}

/** Sets the required theme of a displayed part. Null returns to the user's theme. */
export const askTheme = (preview: ThemeName | null): void => useThemeStore.setState({ asked: preview });

export function useThemeName(): ThemeName {
  const { asked, choice } = useThemeStore();
  const isDark = useMedia(DARK);
  if (asked) return asked;
  if (choice !== 'system') return choice;
  return isDark ? 'dark' : 'default';
}

/** The theme of a page part with its own theme, such as white paper. */
export const PartTheme = createContext<ThemeName | null>(null);

/** Returns the tokens of the displayed theme, for drawings that cannot use CSS variables (canvas). */
export function useTokens(): Tokens {
  const page = useThemeName();
  return tokens[useContext(PartTheme) ?? page];
}
