/** Components that are loaded on first use, because most readers of a board do not need them. */
import { later } from '../../kit/overlay/later.tsx';

export const MonthDialog = later(() => import('./MonthDialog.tsx'));
export const KioskDialog = later(() => import('./KioskDialog.tsx'));
export const Kiosk = later(() => import('./Kiosk.tsx'));
