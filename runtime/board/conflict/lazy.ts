import { lazy } from 'react';

export const ConflictDialog = lazy(async () => ({
  default: (await import('./ConflictDialog.tsx')).ConflictDialog,
}));
