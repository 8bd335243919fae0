import { useEffect, useState } from 'react';
import { useLocation, useMatches, useOutlet } from 'react-router';
import { windowLive } from '../../kit/api/live.ts';
import { whenAtRest } from '../../kit/browser/whenAtRest.ts';
import { whenIdle } from '../../kit/browser/whenIdle.ts';
import { useAntdLocale, useT } from '../../kit/i18n/index.ts';
import { Jobs } from '../../kit/jobs/Jobs.tsx';
import { useWasOpen } from '../../kit/overlay/useWasOpen.ts';
import { renewRights } from '../../kit/session/session.ts';
import { ThemeProvider } from '../../kit/theme/ThemeProvider.tsx';
import { SubmitQuestion } from '../../record/approval/SubmitQuestion.tsx';
import { keepDictionaries } from '../definitions/keepDictionaries.ts';
import { KeepAlive } from '../page/KeepAlive.tsx';
import type { PageHandle } from '../page/pageTypes.ts';
import { BottomBar } from './BottomBar.tsx';
import { ConnectionBar } from './ConnectionBar.tsx';
import { Header } from './Header.tsx';
import { loadMenuDrawer, MenuDrawer } from './lazy.ts';
import { Sidebar } from './Sidebar.tsx';
import './shell.css';
import '../../core/definitions/builtPages.ts';
import { useDocumentTitle } from '../../kit/parts/useDocumentTitle.ts';
import { usePhone } from '../../kit/theme/useMedia.ts';
import { useRouteFocus } from './useRouteFocus.ts';

keepDictionaries();

const NOT_FOUND = { zh: '页面不存在', en: 'Page not found' };

const startServiceWorker = async (): Promise<void> =>
  (await import('../offline/serviceWorker.ts')).registerServiceWorker();

function Frame() {
  const t = useT();
  const phone = usePhone();
  const outlet = useOutlet();
  const { pathname } = useLocation();
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined;
  const page = handle?.page ?? null;
  useEffect(() => windowLive().rights((isAnnounced) => void renewRights(isAnnounced)), []);
  useEffect(() => whenIdle(() => void startServiceWorker().catch(() => undefined)), []);
  const [drawer, setDrawer] = useState<string | null>(null);
  const withDrawer = useWasOpen(drawer !== null) && phone;
  useEffect(() => (phone ? whenAtRest(() => void loadMenuDrawer().catch(() => {})) : undefined), [phone]);
  const title = page?.title ?? NOT_FOUND;
  useDocumentTitle(title);
  const { main, announcement } = useRouteFocus(title);
  return (
    <div className="wd-shell" data-layout={phone ? 'phone' : 'desk'}>
      <a className="wd-skip" href="#main">
        {t('shell.skip')}
      </a>
      {!phone && <Sidebar />}
      <Header page={page} title={title} phone={phone} />
      <ConnectionBar />
      <main id="main" className="wd-main" ref={main} tabIndex={-1}>
        <KeepAlive page={page} />
        {!page && outlet}
      </main>
      {phone && <BottomBar menuOpen={drawer !== null} onMenu={() => setDrawer(pathname)} />}
      {/* A click on a link closes the drawer. */}
      {withDrawer && <MenuDrawer open={drawer === pathname} onClose={() => setDrawer(null)} />}
      <p className="wd-hidden" aria-live="polite">
        {announcement}
      </p>
    </div>
  );
}

/** The frame around every page of a signed-in user. */
export default function Shell() {
  const locale = useAntdLocale();
  return (
    <ThemeProvider {...(locale && { locale })}>
      <Frame />
      <Jobs />
      <SubmitQuestion />
    </ThemeProvider>
  );
}
