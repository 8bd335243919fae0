/** Loaded on first use, so that viewing a board loads less. */
import { later } from '../../kit/overlay/later.tsx';

export const MonthDialog = later(() => import('./MonthDialog.tsx'));
export const KioskDialog = later(() => import('./KioskDialog.tsx'));
export const Kiosk = later(() => import('./Kiosk.tsx'));
