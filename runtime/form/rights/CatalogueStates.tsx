import { Button, Skeleton } from 'antd';
import { useT } from '../../kit/i18n/index.ts';

export function CatalogueStates({ failed, onRetry }: { failed: boolean; onRetry(): void }) {
  const t = useT();
  if (!failed) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  return (
    <div className="wd-picker-state" role="alert">
      <p>{t('access.failed')}</p>
      <Button onClick={onRetry}>{t('form.retry')}</Button>
    </div>
  );
}
