import { later } from '../../kit/overlay/later.tsx';

export const loadMenuDrawer = () => import('./MenuDrawer.tsx');

export const MenuDrawer = later(async () => ({ default: (await loadMenuDrawer()).MenuDrawer }));
