import { createContext, useContext } from 'react';
import { create } from 'zustand';
import { readLocal, writeLocal } from '../browser/storage.ts';
import { isThemeName, type ThemeName, type Tokens, tokens } from './tokens.ts';

/** Read by boot.js too, before the first paint. */
export const THEME_KEY = 'EMS-theme';

interface ThemeState {
  name: ThemeName;
  /** Says whether somebody chose since the page was opened; otherwise the account's theme decides at login. */
  chosen: boolean;
  /** A part on screen asks for this one, whatever somebody chose. */
  asked: ThemeName | null;
}

const stored = readLocal(THEME_KEY);

export const useThemeStore = create<ThemeState>(() => ({
  name: isThemeName(stored) ? stored : 'default',
  chosen: false,
  asked: null,
}));

export function setTheme(name: ThemeName, { chosen = true } = {}): void {
  writeLocal(THEME_KEY, name);
  useThemeStore.setState((state) => ({ name, chosen: state.chosen || chosen }));
}

/** For as long as something is on screen that has a theme of its own; null: the person's again. */
export const askTheme = (asked: ThemeName | null): void => useThemeStore.setState({ asked });

export function useThemeName(): ThemeName {
  return useThemeStore(({ asked, name }) => asked ?? name);
}

/** The theme of a part of the page that has one of its own: paper is white. */
export const PartTheme = createContext<ThemeName | null>(null);

/** The tokens of the theme on screen, for what CSS variables can't reach (canvas). */
export function useTokens(): Tokens {
  const page = useThemeName();
  return tokens[useContext(PartTheme) ?? page];
}
