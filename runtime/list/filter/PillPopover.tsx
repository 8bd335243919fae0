import { Popover } from 'antd';
import type { ReactNode } from 'react';

interface Props {
  open: boolean;
  onOpen(open: boolean): void;
  /** It narrows the list. */
  active: boolean;
  content: ReactNode;
  children: ReactNode;
}

/** A filter as a small button; a press opens what changes it. */
export function PillPopover({ open, onOpen, active, content, children }: Props) {
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      open={open}
      onOpenChange={onOpen}
      destroyOnHidden
      content={content}
    >
      <button
        type="button"
        className="wd-filter-pill"
        data-active={active || undefined}
        aria-expanded={open}
        aria-haspopup="dialog"
      >
        {children}
      </button>
    </Popover>
  );
}
