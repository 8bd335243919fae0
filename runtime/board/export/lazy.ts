/** Fetched when somebody asks for them. */
import { lazy } from 'react';

export const DataDialog = lazy(() => import('./DataDialog.tsx'));
export const PrintSheet = lazy(() => import('./PrintSheet.tsx'));
