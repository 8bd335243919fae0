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
  /** True if the user chose a theme on this page; otherwise the account's theme applies at login. */
  chosen: boolean;
  /** A part on screen requires this theme, whatever the user chose. */
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

/** While something on screen has a theme of its own; null: the person's theme. */
export const askTheme = (preview: ThemeName | null): void => useThemeStore.setState({ asked: preview });

export function useThemeName(): ThemeName {
  const { asked, choice } = useThemeStore();
  const isDark = useMedia(DARK);
  if (asked) return asked;
  if (choice !== 'system') return choice;
  return isDark ? 'dark' : 'default';
}

/** The theme of a part of the page that has one of its own: paper is white. */
export const PartTheme = createContext<ThemeName | null>(null);

/** The tokens of the theme on screen, for what CSS variables can't reach (canvas). */
export function useTokens(): Tokens {
  const page = useThemeName();
  return tokens[useContext(PartTheme) ?? page];
}
