import { Popover } from 'antd';
import type { ReactNode } from 'react';

interface Props {
  /** The field that it filters by; none for the builder. */
  name?: string;
  open: boolean;
  onOpen(open: boolean): void;
  /** It narrows the list. */
  active: boolean;
  content: ReactNode;
  children: ReactNode;
}

/** A filter as a small button; a press opens what changes it. */
export function PillPopover({ name, open, onOpen, active, content, children }: Props) {
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
        data-filter={name}
        data-active={active || undefined}
        aria-expanded={open}
        aria-haspopup="dialog"
      >
        {children}
      </button>
    </Popover>
  );
}
