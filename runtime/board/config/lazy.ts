import { later } from '../../kit/overlay/later.tsx';

export const loadConfigDialog = () => import('./ConfigDialog.tsx');

export const ConfigDialog = later(async () => ({ default: (await loadConfigDialog()).ConfigDialog }));
