import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { MemoryRouter } from 'react-router';
import type { Lang } from '../runtime/core/text/lang.ts';
import { loadAllTexts, setLang, useAntdLocale } from '../runtime/kit/i18n/index.ts';
import { ThemeProvider } from '../runtime/kit/theme/ThemeProvider.tsx';
import { PartTheme } from '../runtime/kit/theme/themeStore.ts';
import type { ThemeName } from '../runtime/kit/theme/tokens.ts';
import { type StoryState, startFakeServer } from './fakeServer.ts';
import '../runtime/record/dialog/connect.ts';

interface Props {
  theme: ThemeName;
  children: ReactNode;
}

/** Puts around a story what the product puts around every screen, without its shell. */
export function StoryFrame({ theme, children }: Props) {
  const locale = useAntdLocale();
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  return (
    <QueryClientProvider client={client}>
      <ThemeProvider name={theme} locale={locale}>
        <PartTheme value={theme}>
          <MemoryRouter>
            <div style={{ padding: 'var(--wd-space-4, 16px)' }}>{children}</div>
          </MemoryRouter>
        </PartTheme>
      </ThemeProvider>
    </QueryClientProvider>
  );
}

/** A story in one state, theme and language: the language is loaded first, and its calls go nowhere. */
export function frameStory(state: StoryState, theme: ThemeName, lang: Lang, render: () => ReactNode) {
  return {
    loaders: [
      async () => {
        await loadAllTexts();
        return { lang: await setLang(lang, { chosen: false }) };
      },
    ],
    beforeEach: () => startFakeServer(state),
    render: () => <StoryFrame theme={theme}>{render()}</StoryFrame>,
  };
}
