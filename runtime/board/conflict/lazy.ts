import { later } from '../../kit/overlay/later.tsx';

export const ConflictDialog = later(async () => ({
  default: (await import('./ConflictDialog.tsx')).ConflictDialog,
}));
