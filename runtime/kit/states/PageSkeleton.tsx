import { useT } from '../i18n/index.ts';
import './page.css';

/** Shows the outline of a page while its code loads. */
export function PageSkeleton() {
  const t = useT();
  return (
    <div className="wd-page-skeleton" role="status" aria-label={t('common.loading')}>
      <div className="wd-skeleton wd-skeleton-title" />
      <div className="wd-skeleton wd-skeleton-body" />
    </div>
  );
}
