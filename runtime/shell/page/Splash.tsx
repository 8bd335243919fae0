import { useEffect } from 'react';
import { useT } from '../../kit/i18n/index.ts';
import { Logo } from '../../kit/parts/Logo.tsx';
import { StatusPage } from '../../kit/states/StatusPage.tsx';
import './splash.css';

/** Shown until the session is known. */
export function Splash() {
  const t = useT();
  return (
    <div className="wd-splash" role="status" aria-label={t('common.loading')}>
      <Logo size={40} />
    </div>
  );
}

const RETRY_MS = 3000;

/** Retries until the server is available, because a wall screen may have no user. */
export function StartFailed({ onRetry }: { onRetry(options?: { quietly: boolean }): Promise<void> }) {
  const t = useT();
  useEffect(() => {
    const timer = setInterval(() => void onRetry({ quietly: true }), RETRY_MS);
    return () => clearInterval(timer);
  }, [onRetry]);
  return (
    <div className="wd-splash">
      <StatusPage
        icon="offline"
        title={t('page.startFailed')}
        text={t('page.startFailedText')}
        alert
        bare
        actions={[{ label: t('common.retry'), primary: true, onClick: () => void onRetry() }]}
      />
    </div>
  );
}
