/** Fetched when somebody asks for them. */
import { later } from '../../page/later.tsx';

export const DataDialog = later(() => import('./DataDialog.tsx'));
export const PrintSheet = later(() => import('./PrintSheet.tsx'));
