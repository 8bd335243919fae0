import { Alert, Button } from 'antd';
import { useT } from '../i18n/index.ts';

interface Props {
  /** In words: what could not be loaded. */
  title: string;
  onRetry(): void;
}

/** Something inside a dialog or drawer could not be loaded, and may be asked for again. */
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
