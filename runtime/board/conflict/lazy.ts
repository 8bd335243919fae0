import { later } from '../../page/later.tsx';

export const ConflictDialog = later(async () => ({
  default: (await import('./ConflictDialog.tsx')).ConflictDialog,
}));
