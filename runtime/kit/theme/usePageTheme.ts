import { useLayoutEffect } from 'react';
import './base.css';
import { ensureTokenStyle } from './cssVariables.ts';
import type { ThemeName } from './tokens.ts';

/** Puts a theme on the page. It needs no antd, so that the login page comes without it. */
export function usePageTheme(name: ThemeName): void {
  useLayoutEffect(() => {
    ensureTokenStyle();
    document.documentElement.dataset.theme = name;
  }, [name]);
}
