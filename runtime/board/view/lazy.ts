/** Fetched when somebody asks for them, so that looking at a board stays light. */
import { lazy } from 'react';

export const MonthDialog = lazy(() => import('./MonthDialog.tsx'));
export const KioskDialog = lazy(() => import('./KioskDialog.tsx'));
export const Kiosk = lazy(() => import('./Kiosk.tsx'));
