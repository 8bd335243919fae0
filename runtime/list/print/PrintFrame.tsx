import { Button } from 'antd';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '../../kit/i18n/index.ts';
import { CloseButton } from '../../kit/overlay/CloseButton.tsx';
import './print.css';

interface Props {
  title: string;
  /** Shown before the buttons, but not printed. */
  tools?: ReactNode;
  /** Everything is loaded. */
  ready: boolean;
  /** The sheet is in landscape. */
  wide?: boolean;
  onClose(): void;
  children: ReactNode;
}

/** Shows a sheet above everything in its printed form, with the button that prints it. */
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
