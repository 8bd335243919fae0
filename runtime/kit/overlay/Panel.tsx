import { Popover, type PopoverProps } from 'antd';
import type { ReactElement } from 'react';

export interface PanelProps
  extends Required<Pick<PopoverProps, 'content' | 'onOpenChange'>>,
    Pick<PopoverProps, 'title' | 'placement'> {
  isOpen: boolean;
  children: ReactElement;
}

/** The panel, which `PanelBelow` loads. */
export function Panel({ isOpen, children, ...panel }: PanelProps) {
  return (
    <Popover trigger="click" open={isOpen} destroyOnHidden {...panel}>
      {children}
    </Popover>
  );
}
