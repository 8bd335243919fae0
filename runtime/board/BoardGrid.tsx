import {
  type KeyboardEvent,
  type DragEvent as ReactDragEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { GridLayout } from 'react-grid-layout/react';
import type { LayoutItem } from '../../generated/definition.ts';
import { isWriting } from '../command/isWriting.ts';
import {
  COLUMNS,
  compactLayout,
  deriveLayout,
  GAP,
  ROW_HEIGHT,
  readingOrder,
} from '../core/document/layout.ts';
import type { Scheduler } from '../core/scheduler/scheduler.ts';
import { draggedWidget, WIDGET_MIME } from './catalogueDrag.ts';
import { type WidgetCommand, widgetCommand } from './keys.ts';
import { widgetDefinition } from './registry.ts';
import type { BoardMoment, ShownWidget } from './useBoardData.ts';
import { useHiddenWidgets } from './useWidget.ts';
import { useWidgetName, type WidgetHandlers, WidgetView } from './WidgetView.tsx';

export interface GridHandlers extends WidgetHandlers {
  onArrange(layout: readonly LayoutItem[], label: 'board.step.move' | 'board.step.resize'): void;
  onAdd(type: string, at: { x: number; y: number }): void;
  onCommand(id: string, command: WidgetCommand): void;
}

interface Props {
  shown: readonly ShownWidget[];
  layout: readonly LayoutItem[];
  moment: BoardMoment;
  editing: boolean;
  /** Room that the open catalogue takes from the board without making it a narrow one. */
  taken: number;
  scheduler: Scheduler;
  handlers: GridHandlers;
}

/** Below the first width a board is one column, below the second it has half of the columns. */
const PHONE_BELOW = 640;
const TABLET_BELOW = 960;
const TABLET_COLUMNS = 12;
const SMALL_ROWS = 3;
const MIN = { minW: 1, minH: 1 };

const columnsFor = (width: number) =>
  width < PHONE_BELOW ? 1 : width < TABLET_BELOW ? TABLET_COLUMNS : COLUMNS;

/** On a phone a figure is as wide as the screen, so a small card needs no more than its least height. */
const flatten = (layout: readonly LayoutItem[], minOf: (id: string) => { minH: number }) =>
  layout.map((item) => (item.h <= SMALL_ROWS ? { ...item, h: Math.min(item.h, minOf(item.i).minH) } : item));

function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    setWidth(element.clientWidth);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}

/** The widgets in their places: the stored layout on wide screens, derived ones (never stored) on narrow ones. */
export function BoardGrid({ shown, layout, moment, editing, taken, scheduler, handlers }: Props) {
  const { box, width } = useWidth();
  const nameOf = useWidgetName();
  const columns = columnsFor(width + taken);
  const arranges = editing && columns === COLUMNS;
  const [dropping, setDropping] = useState<string | null>(null);

  const hidden = useHiddenWidgets(scheduler, shown, moment);
  // Whoever edits sees everything; otherwise the others rise to the place of a hidden widget.
  const standing = useMemo(
    () => (editing || hidden.size === 0 ? layout : compactLayout(layout.filter(({ i }) => !hidden.has(i)))),
    [layout, hidden, editing],
  );

  const ordered = useMemo(() => {
    const byId = new Map(shown.map((one) => [one.widget.id, one]));
    return readingOrder(standing).flatMap((item) => byId.get(item.i) ?? []);
  }, [shown, standing]);
  const placed = useMemo(() => {
    const types = new Map(shown.map((one) => [one.widget.id, one.widget.type]));
    const minOf = (id: string) => widgetDefinition(types.get(id) ?? '')?.size ?? MIN;
    const places =
      columns === COLUMNS
        ? standing
        : deriveLayout(columns === 1 ? flatten(standing, minOf) : standing, columns);
    return places.map((place) => {
      const { minW, minH } = minOf(place.i);
      return { ...place, minW: Math.min(minW, columns), minH };
    });
  }, [columns, standing, shown]);

  const onKeyDown = (id: string) => (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || isWriting(event.target)) return;
    const command = widgetCommand(event);
    if (!command) return;
    event.preventDefault();
    handlers.onCommand(id, command);
  };
  const onDragEnter = (event: ReactDragEvent) => {
    if (event.dataTransfer.types.includes(WIDGET_MIME)) setDropping(draggedWidget());
  };
  const dropSize = dropping ? widgetDefinition(dropping)?.size : undefined;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the pointer's way; the catalogue adds by click and key too
    <div
      ref={box}
      className="wd-board-grid"
      data-editing={editing || undefined}
      data-columns={columns}
      onDragEnter={onDragEnter}
    >
      {width > 0 && (
        <GridLayout
          width={width}
          layout={placed}
          gridConfig={{ cols: columns, rowHeight: ROW_HEIGHT, margin: [GAP, GAP], containerPadding: [0, 0] }}
          dragConfig={{ enabled: arranges, cancel: '.wd-widget-actions', threshold: 4 }}
          resizeConfig={{ enabled: arranges, handles: ['se', 'e', 's'] }}
          dropConfig={{ enabled: arranges && dropping !== null, defaultItem: dropSize ?? { w: 4, h: 4 } }}
          droppingItem={dropSize && { i: '__dropping__', x: 0, y: 0, w: dropSize.w, h: dropSize.h }}
          onDragStop={(next) => handlers.onArrange(next, 'board.step.move')}
          onResizeStop={(next) => handlers.onArrange(next, 'board.step.resize')}
          onDrop={(_next, item) => {
            if (item && dropping) handlers.onAdd(dropping, { x: item.x, y: item.y });
            setDropping(null);
          }}
        >
          {ordered.map((one) => {
            const { id } = one.widget;
            const name = nameOf(one);
            return (
              <div
                key={id}
                className="wd-board-item"
                data-widget={id}
                data-type={one.widget.type}
                {...(editing && { tabIndex: 0, role: 'group', 'aria-label': name, onKeyDown: onKeyDown(id) })}
              >
                <WidgetView
                  shown={one}
                  moment={moment}
                  editing={editing}
                  scheduler={scheduler}
                  handlers={handlers}
                />
              </div>
            );
          })}
        </GridLayout>
      )}
    </div>
  );
}
