import type { ReactNode } from 'react';
import { ApiError } from '../../kit/api/errors.ts';
import { useT } from '../../kit/i18n/index.ts';
import { StatusPage } from '../../kit/states/StatusPage.tsx';

const NOT_FOUND = 404;
const FORBIDDEN = 403;

interface Props {
  error: unknown;
  /** The content after a failed request. */
  failed: ReactNode;
  onClose(): void;
}

/** Shows that a record does not exist, is not accessible, or failed to load. */
export function RecordGone({ error, failed, onClose }: Props) {
  const gone = error instanceof ApiError && (error.status === NOT_FOUND || error.status === FORBIDDEN);
  return gone ? <NoRecord onClose={onClose} /> : failed;
}

export function NoRecord({ onClose }: Pick<Props, 'onClose'>) {
  const t = useT();
  return (
    <StatusPage
      alert
      icon="unknown"
      title={t('record.goneTitle')}
      text={t('record.goneText')}
      actions={[{ label: t('record.toList'), primary: true, onClick: onClose }]}
    />
  );
}
