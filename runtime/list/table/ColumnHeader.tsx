import { type PointerEvent, useEffect, useRef } from 'react';
import { useT } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import type { SortKey } from '../../record/query/query.ts';
import { WIDTH_STEP } from './layout.ts';
import { type CellFrame, ROLES } from './plan.ts';
import type { Drag } from './useDragOrder.ts';

export interface HeaderActions {
  onSort(name: string, several: boolean): void;
  onStep(name: string, step: -1 | 1): void;
  /** Null: as wide as usual. While the pointer is down nothing is kept yet. */
  onWidth(name: string, width: number | null, done: boolean): void;
  onDragStart(event: PointerEvent<HTMLElement>, name: string): void;
}

interface Props extends HeaderActions {
  name: string;
  title: string;
  width: number;
  sort: readonly SortKey[];
  drag: Drag | null;
  frame: CellFrame;
}

const SIGN_SIZE = 14;

/** A column's head: a press sorts; dragged, or moved with Alt and an arrow, it takes another place. */
export function ColumnHeader({ name, title, width, sort, drag, frame, ...actions }: Props) {
  const t = useT();
  const at = sort.findIndex(({ field }) => field === name);
  const order = sort[at]?.order;
  const landing = drag?.target === name && drag.name !== name ? drag.side : undefined;

  return (
    <th
      {...frame}
      data-drag={name}
      data-landing={landing}
      data-moving={drag?.name === name || undefined}
      {...ROLES.head}
      scope="col"
      aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}
    >
      <button
        type="button"
        title={`${title}\n${t('list.headerHelp')}`}
        aria-label={title}
        aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Alt+Shift+ArrowLeft Alt+Shift+ArrowRight"
        onPointerDown={(event) => actions.onDragStart(event, name)}
        onClick={(event) => actions.onSort(name, event.shiftKey)}
        onKeyDown={(event) => {
          if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
          event.preventDefault();
          const step = event.key === 'ArrowLeft' ? -1 : 1;
          if (event.shiftKey) actions.onWidth(name, width + step * WIDTH_STEP, true);
          else actions.onStep(name, step);
        }}
      >
        <span className="wd-ellipsis">{title}</span>
        {order && <Icon name={order === 'asc' ? 'up' : 'down'} size={SIGN_SIZE} />}
        {order && sort.length > 1 && <sup>{at + 1}</sup>}
      </button>
      <WidthHandle name={name} width={width} onWidth={actions.onWidth} />
    </th>
  );
}

/** The line between two heads, for the pointer; the keyboard has Alt, Shift and the arrows. */
function WidthHandle({ name, width, onWidth }: Pick<Props, 'name' | 'width' | 'onWidth'>) {
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const from = event.clientX;
    const at = (moved: globalThis.PointerEvent) => width + moved.clientX - from;
    const move = (moved: globalThis.PointerEvent) => onWidth(name, at(moved), false);
    const end = (ended: globalThis.PointerEvent) => {
      stop.current?.();
      onWidth(name, at(ended), true);
    };
    stop.current = () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
  };
  return (
    <span
      className="wd-table-handle"
      aria-hidden
      onPointerDown={begin}
      onDoubleClick={() => onWidth(name, null, true)}
    />
  );
}
