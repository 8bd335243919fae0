import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { MemoryRouter } from 'react-router';
import type { SourceLang } from '../runtime/core/text/lang.ts';
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

/** Wraps a story in the providers that every screen of the product has, without the shell. */
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

/** Shows a story in one state, theme and language. The language is loaded first, and no call reaches a server. */
export function frameStory(state: StoryState, theme: ThemeName, lang: SourceLang, render: () => ReactNode) {
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
