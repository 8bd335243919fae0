import { cloneElement, type ReactElement, useEffect, useState } from 'react';
import { loadAtRest } from '../browser/loadAtRest.ts';
import { later } from './later.tsx';
import type { MenuProps } from './Menu.tsx';

const loadMenu = () => import('./Menu.tsx');

const Menu = later<MenuProps>(
  async () => ({ default: (await loadMenu()).Menu }),
  ({ children }) => children,
);

interface Props extends Pick<MenuProps, 'menu' | 'placement'> {
  /** The button that opens the menu. */
  children: ReactElement<{ onClick?: () => void; autoFocus?: boolean }>;
}

/** Opens a menu below a button. The first click loads the code of menus, because it is large. */
export function MenuBelow({ menu, placement, children }: Props) {
  const [isOpen, setOpen] = useState<boolean | null>(null);
  useEffect(() => loadAtRest(loadMenu), []);
  if (isOpen === null) return cloneElement(children, { onClick: () => setOpen(true) });
  // With the menu loaded, the button is a new element, which takes the focus of the first one.
  return (
    <Menu {...{ menu, placement, isOpen }} onOpenChange={setOpen}>
      {cloneElement(children, { autoFocus: true })}
    </Menu>
  );
}
