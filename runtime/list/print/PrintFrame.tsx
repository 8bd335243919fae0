import { Button } from 'antd';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '../../kit/i18n/index.ts';
import { CloseButton } from '../../kit/overlay/CloseButton.tsx';
import './print.css';

interface Props {
  title: string;
  /** Tools before the buttons. They are not printed. */
  tools?: ReactNode;
  /** True after everything is loaded. */
  ready: boolean;
  /** True for landscape. */
  wide?: boolean;
  onClose(): void;
  children: ReactNode;
}

/** Shows a sheet as printed above the page, with a print button. */
export function PrintFrame({ title, tools, ready, wide = false, onClose, children }: Props) {
  const t = useT();
  return createPortal(
    <div
      className="wd-print"
      role="dialog"
      aria-modal
      aria-label={t('list.printTitle', { title })}
      data-wide={wide || undefined}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div className="wd-print-tools">
        {tools}
        <CloseButton onClose={onClose} />
        <Button type="primary" disabled={!ready} onClick={() => window.print()}>
          {t('list.print')}
        </Button>
      </div>
      <article data-theme="default">
        <h1>{title}</h1>
        {children}
      </article>
    </div>,
    document.body,
  );
}
