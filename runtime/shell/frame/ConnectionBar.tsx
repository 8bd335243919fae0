import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLiveConnection } from '../../kit/api/live.ts';
import { useT } from '../../kit/i18n/index.ts';
import { countWaiting, useOutbox } from '../../kit/outbox/outboxState.ts';
import { Icon } from '../../kit/theme/icons.ts';
import { useNewVersion } from '../offline/newVersion.ts';

/** Shorter interruptions in ms are not shown. */
const PATIENCE_MS = 3000;

function useOnline(): boolean {
  return useSyncExternalStore(
    (changed) => {
      window.addEventListener('online', changed);
      window.addEventListener('offline', changed);
      return () => {
        window.removeEventListener('online', changed);
        window.removeEventListener('offline', changed);
      };
    },
    () => navigator.onLine,
  );
}

/** Shows a bar while the network or the live connection is down, or when a new version is available. */
export function ConnectionBar() {
  const t = useT();
  const online = useOnline();
  const lost = useLiveConnection((state) => state.lost);
  const [long, setLong] = useState(false);
  useEffect(() => {
    if (!lost) return;
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [lost]);
  const text = online ? (lost && long ? t('shell.reconnecting') : null) : t('shell.offline');
  const isWaiting = useOutbox((state) => countWaiting(state) > 0);
  const takeVersion = useNewVersion(({ take }) => take);
  return (
    <div className="wd-connection" role="status">
      {text && (
        <p>
          <Icon name="offline" size={16} />
          {text}
        </p>
      )}
      {takeVersion && !text && (
        <p>
          <Icon name="refresh" size={16} />
          {t(isWaiting ? 'shell.newVersionKeeps' : 'shell.newVersion')}
          <button type="button" className="wd-notice-action" onClick={takeVersion}>
            {t('shell.takeVersion')}
          </button>
        </p>
      )}
    </div>
  );
}
