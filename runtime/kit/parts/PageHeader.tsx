import type { ReactNode } from 'react';
import { useT } from '../i18n/index.ts';
import { Icon } from '../theme/icons.ts';
import './buttons.css';
import './pageHeader.css';

interface Props {
  title: string;
  /** V100: called by the back and close buttons. Absent without a previous page. */
  onClose?: (() => void) | undefined;
  children?: ReactNode;
}

/** The header of sub-pages: back, title, the page's actions, close. */
export function PageHeader({ title, onClose, children }: Props) {
  const t = useT();
  return (
    <div className="wd-page-header">
      {onClose && (
        <button type="button" className="wd-icon-button" onClick={onClose}>
          <Icon name="back" />
          <span>{t('common.back')}</span>
        </button>
      )}
      <div className="wd-page-header-middle">
        <h2 className="wd-ellipsis">{title}</h2>
        <div className="wd-page-header-actions">{children}</div>
      </div>
      {onClose && (
        <button type="button" className="wd-icon-button" aria-label={t('common.close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
