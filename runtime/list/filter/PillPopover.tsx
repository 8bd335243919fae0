import { Popover } from 'antd';
import type { ReactNode } from 'react';

interface Props {
  /** The field of the filter. Absent for the builder. */
  name?: string;
  open: boolean;
  onOpen(open: boolean): void;
  /** True if the filter is set. */
  active: boolean;
  content: ReactNode;
  children: ReactNode;
}

/** Shows a filter as a small button. A click opens its editor. */
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
