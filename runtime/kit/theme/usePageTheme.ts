import { useLayoutEffect } from 'react';
import './base.css';
import { ensureTokenStyle } from './cssVariables.ts';
import type { ThemeName } from './tokens.ts';

/** Applies a theme to the page without antd, so that the login page does not load antd. */
export function usePageTheme(name: ThemeName): void {
  useLayoutEffect(() => {
    ensureTokenStyle();
    document.documentElement.dataset.theme = name;
  }, [name]);
}
