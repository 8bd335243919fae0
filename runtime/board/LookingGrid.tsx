import type { GridHandlers } from './BoardGrid.tsx';

const nothing = (): void => undefined;

/** The grid of a board that is only looked at. */
export const handlers_looking = (onReload: () => void): GridHandlers => ({
  onArrange: nothing,
  onDrag: nothing,
  onSelect: nothing,
  onAdd: nothing,
  onCommand: nothing,
  onConfigure: nothing,
  onDuplicate: nothing,
  onLock: nothing,
  onRemove: nothing,
  onReload,
});
