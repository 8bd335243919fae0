import { ConfigProvider } from 'antd';
import type { Locale } from 'antd/es/locale';
import { type ReactNode, useMemo } from 'react';
import { antdTheme } from './antdTheme.ts';
import { useThemeName } from './themeStore.ts';
import { type ThemeName, tokens } from './tokens.ts';
import { useMedia, usePhone } from './useMedia.ts';
import { usePageTheme } from './usePageTheme.ts';

/** Constants, because a new object would render every antd component. */
const BUTTON = { autoInsertSpace: false };
const WAVE = { disabled: true };

interface Props {
  locale?: Locale;
  /**
   * Fixed theme for Storybook, which shows both themes side by side. The default is the theme of the store.
   */
  name?: ThemeName;
  children: ReactNode;
}

/** Provides the theme: CSS variables, antd's tokens and language, and reduced motion if the user prefers it. */
export function ThemeProvider({ locale, name, children }: Props) {
  const stored = useThemeName();
  const shown = name ?? stored;
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const phone = usePhone();
  const theme = useMemo(
    // The build has extracted antd's styles. In development antd computes them.
    () => ({ ...antdTheme(tokens[shown], !still, phone), zeroRuntime: import.meta.env.PROD }),
    [shown, still, phone],
  );
  usePageTheme(shown);
  return (
    <ConfigProvider theme={theme} {...(locale && { locale })} button={BUTTON} wave={WAVE}>
      {children}
    </ConfigProvider>
  );
}
