import { useT } from '../i18n/index.ts';
import './page.css';

/** The quiet outline of a page while its program files are on their way. */
export function PageSkeleton() {
  const t = useT();
  return (
    <div className="wd-page-skeleton" role="status" aria-label={t('common.loading')}>
      <div className="wd-skeleton wd-skeleton-title" />
      <div className="wd-skeleton wd-skeleton-body" />
    </div>
  );
}
