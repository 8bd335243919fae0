import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '../i18n/index.ts';
import { Icon } from '../theme/Icon.tsx';
import './panel.css';

const SIGN_SIZE = 28;

interface Props {
  pending: boolean;
  failed: boolean;
  onRetry(): void;
  /** The text of an empty panel. Undefined with content. */
  empty?: string;
  icon: string;
  more?: (() => void) | undefined;
  loadingMore?: boolean;
  children: ReactNode;
}

/** Shows the content of a tab: loading, failed, empty, or the content with a button for more. */
export function Panel({ pending, failed, onRetry, empty, icon, more, loadingMore, children }: Props) {
  const t = useT();
  if (pending)
    return <div className="wd-skeleton wd-record-skeleton" role="status" aria-label={t('common.loading')} />;
  if (failed) {
    return (
      <div className="wd-record-state" role="alert">
        <Icon name="offline" size={SIGN_SIZE} />
        <p>{t('record.loadFailed')}</p>
        <Button onClick={onRetry}>{t('common.retry')}</Button>
      </div>
    );
  }
  if (empty !== undefined) {
    return (
      <div className="wd-record-state">
        <Icon name={icon} size={SIGN_SIZE} />
        <p>{empty}</p>
      </div>
    );
  }
  return (
    <>
      {children}
      {more && (
        <Button block loading={loadingMore} onClick={more}>
          {t('record.more')}
        </Button>
      )}
    </>
  );
}
