import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { useT } from '../i18n/index.ts';
import { Icon } from '../theme/Icon.tsx';
import { type CellFrame, ROLES } from './cells.ts';
import type { SortKey } from './sort.ts';
import { WIDTH_STEP } from './width.ts';

/** The handlers that move a column by its header. */
export interface HeaderMove {
  moving: boolean;
  /** The side of this column at which the dragged column would be inserted. */
  landing: 'before' | 'behind' | undefined;
  onDragStart(event: PointerEvent<HTMLElement>, name: string): void;
  onStep(name: string, step: -1 | 1): void;
}

interface Props {
  name: string;
  title: string;
  width: number;
  /** Time zone of the column, formatted by `formatZone`. */
  zone?: string | undefined;
  /** The currency of all amounts in the column. */
  unit?: string | undefined;
  sort: readonly SortKey[];
  frame: CellFrame;
  /** Null if rows cannot be sorted by this column. */
  onSort: ((name: string, several: boolean) => void) | null;
  /** Sets the width. Null for the default. The width is stored only after the pointer is released. */
  onWidth(name: string, width: number | null, done: boolean): void;
  /** Null if columns cannot be moved. */
  move: HeaderMove | null;
}

const SIGN_SIZE = 14;
const WIDTH_KEYS = 'Alt+Shift+ArrowLeft Alt+Shift+ArrowRight';
const MOVE_KEYS = 'Alt+ArrowLeft Alt+ArrowRight';

/** Renders a column header. A click sorts. Dragging, or Alt with an arrow key, moves the column. */
export function ColumnHeader({ name, title, width, zone, unit, sort, frame, onSort, onWidth, move }: Props) {
  const t = useT();
  const index = sort.findIndex(({ field }) => field === name);
  const order = sort[index]?.order;
  const help = move ? t('list.headerHelp') : onSort ? t('table.sortHelp') : t('table.widthHelp');
  const press = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    event.preventDefault();
    const step = event.key === 'ArrowLeft' ? -1 : 1;
    if (event.shiftKey) onWidth(name, width + step * WIDTH_STEP, true);
    else move?.onStep(name, step);
  };

  return (
    <th
      {...frame}
      {...(move && { 'data-drag': name })}
      data-landing={move?.landing}
      data-moving={move?.moving || undefined}
      data-sorts={onSort !== null || undefined}
      {...ROLES.head}
      scope="col"
      aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}
    >
      <button
        type="button"
        title={[title, zone && t('table.zone', { zone }), help].filter(Boolean).join('\n')}
        aria-label={unit ? `${title} (${unit})` : title}
        aria-keyshortcuts={move ? `${MOVE_KEYS} ${WIDTH_KEYS}` : WIDTH_KEYS}
        onPointerDown={move ? (event) => move.onDragStart(event, name) : undefined}
        onClick={(event) => onSort?.(name, event.shiftKey)}
        onKeyDown={press}
      >
        <span className="wd-ellipsis">{title}</span>
        {(zone ?? unit) && <small className="wd-table-zone" data-zone={zone ?? unit} aria-hidden />}
        {order && <Icon name={order === 'asc' ? 'up' : 'down'} size={SIGN_SIZE} />}
        {order && sort.length > 1 && <sup className="wd-table-turn" data-turn={index + 1} aria-hidden />}
      </button>
      <WidthHandle name={name} width={width} onWidth={onWidth} />
    </th>
  );
}

/** Renders the resize handle between two headers. Keyboard users press Alt, Shift and an arrow key. */
function WidthHandle({ name, width, onWidth }: Pick<Props, 'name' | 'width' | 'onWidth'>) {
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const from = event.clientX;
    const widthAt = (moved: globalThis.PointerEvent) => width + moved.clientX - from;
    const move = (moved: globalThis.PointerEvent) => onWidth(name, widthAt(moved), false);
    const end = (ended: globalThis.PointerEvent) => {
      stop.current?.();
      onWidth(name, widthAt(ended), true);
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
