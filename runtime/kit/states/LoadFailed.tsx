import { Alert, Button } from 'antd';
import { useT } from '../i18n/index.ts';

interface Props {
  /** The title of the part that failed to load. */
  title: string;
  onRetry(): void;
}

/** Shows that a part of a dialog or drawer failed to load, with a retry. */
export function LoadFailed({ title, onRetry }: Props) {
  const t = useT();
  return (
    <Alert
      type="error"
      showIcon
      title={title}
      action={<Button onClick={onRetry}>{t('common.retry')}</Button>}
    />
  );
}
