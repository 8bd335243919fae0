import { Dropdown, type DropdownProps } from 'antd';
import type { ReactElement } from 'react';

export interface MenuProps extends Required<Pick<DropdownProps, 'menu' | 'onOpenChange'>> {
  placement?: DropdownProps['placement'];
  isOpen: boolean;
  children: ReactElement;
}

/** The menu, which `MenuBelow` loads. */
export function Menu({ menu, placement = 'bottomLeft', isOpen, onOpenChange, children }: MenuProps) {
  return (
    <Dropdown trigger={['click']} open={isOpen} {...{ menu, placement, onOpenChange }}>
      {children}
    </Dropdown>
  );
}
