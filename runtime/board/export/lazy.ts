/** Modules that are loaded on first use. */
import { later } from '../../kit/overlay/later.tsx';

export const DataDialog = later(() => import('./DataDialog.tsx'));
export const PrintSheet = later(() => import('./PrintSheet.tsx'));
export const WorkbookDialog = later(() => import('./WorkbookDialog.tsx'));
