import { createContext, useContext } from 'react';
import { create } from 'zustand';
import { readLocal, writeLocal } from '../browser/storage.ts';
import { isThemeName, type ThemeName, type Tokens, tokens } from './tokens.ts';
import { useMedia } from './useMedia.ts';

/** Read by boot.js too, before the first paint. */
const THEME_KEY = 'EMS-theme';
const DARK = '(prefers-color-scheme: dark)';

/** `system`: light or dark as the device is, also when it changes in the evening. */
export type ThemeChoice = ThemeName | 'system';

interface ThemeState {
  choice: ThemeChoice;
  /** True if the user chose a theme on this page. Otherwise the account's theme applies at login. */
  chosen: boolean;
  /** The theme that a displayed part requires, whatever the user chose. */
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

/** Requires a theme while a part with its own theme is displayed. Null for the user's theme. */
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
