import { useT } from '../i18n/index.ts';
import { StatusPage } from '../page/StatusPage.tsx';
import { Logo } from './Logo.tsx';
import './splash.css';

/** While it is not known yet what to show. */
export function Splash() {
  const t = useT();
  return (
    <div className="wd-splash" role="status" aria-label={t('common.loading')}>
      <Logo size={40} />
    </div>
  );
}

export function StartFailed({ onRetry }: { onRetry(): void }) {
  const t = useT();
  return (
    <div className="wd-splash">
      <StatusPage
        icon="offline"
        title={t('page.startFailed')}
        text={t('page.startFailedText')}
        alert
        bare
        actions={[{ label: t('common.retry'), primary: true, onClick: onRetry }]}
      />
    </div>
  );
}
