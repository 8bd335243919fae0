import { useMemo } from 'react';
import type { LayoutItem } from '../../../generated/definition.ts';
import type { Scheduler } from '../../core/scheduler/scheduler.ts';
import type { BoardMoment, ShownWidget } from '../live/useBoardData.ts';
import { BoardGrid, type GridHandlers } from './BoardGrid.tsx';

interface Props {
  shown: readonly ShownWidget[];
  layout: readonly LayoutItem[];
  moment: BoardMoment;
  scheduler: Scheduler;
  onReload(): void;
}

const nothing = (): void => undefined;
const NONE: readonly string[] = [];
const LOOKING: Omit<GridHandlers, 'onReload'> = {
  onArrange: nothing,
  onDrag: nothing,
  onSelect: nothing,
  onAdd: nothing,
  onCommand: nothing,
  onConfigure: nothing,
  onDuplicate: nothing,
  onLock: nothing,
  onRemove: nothing,
};

/** Shows the widgets of a read-only board. */
export function LookingGrid({ onReload, ...board }: Props) {
  const handlers = useMemo(() => ({ ...LOOKING, onReload }), [onReload]);
  return <BoardGrid {...board} selected={NONE} editing={false} wall={false} handlers={handlers} />;
}
