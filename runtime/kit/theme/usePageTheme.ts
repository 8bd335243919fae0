import { useLayoutEffect } from 'react';
import './base.css';
import { ensureTokenStyle } from './cssVariables.ts';
import type { ThemeName } from './tokens.ts';

/** Applies a theme to the page. It does not need antd, so that the login page loads without antd. */
export function usePageTheme(name: ThemeName): void {
  useLayoutEffect(() => {
    ensureTokenStyle();
    document.documentElement.dataset.theme = name;
  }, [name]);
}
