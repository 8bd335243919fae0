import {
  type KeyboardEvent,
  type MouseEvent,
  type DragEvent as ReactDragEvent,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { GridLayout } from 'react-grid-layout/react';
import type { LayoutItem } from '../../../generated/definition.ts';
import {
  COLUMNS,
  compactLayout,
  deriveLayout,
  GAP,
  type GridItem,
  itemsAbove,
  readingOrder,
} from '../../core/document/layout.ts';
import type { Scheduler } from '../../core/scheduler/scheduler.ts';
import { isWriting } from '../../kit/browser/isWriting.ts';
import { useT } from '../../kit/i18n/index.ts';
import { draggedWidget, WIDGET_MIME } from '../catalogue/catalogueDrag.ts';
import { useWidgetName, type WidgetHandlers, WidgetView } from '../frame/WidgetView.tsx';
import type { BoardMoment, ShownWidget } from '../live/useBoardData.ts';
import { useHiddenWidgets } from '../live/useWidget.ts';
import { type WidgetCommand, widgetCommand } from '../session/keys.ts';
import { widgetDefinition } from '../widget/registry.ts';
import { type GroupDrag, startGroupDrag } from './groupDrag.ts';
import { useRoom } from './useRoom.ts';
import { useWallFit } from './useWallFit.ts';

export interface GridHandlers extends WidgetHandlers {
  onArrange(layout: readonly LayoutItem[], label: 'board.step.resize'): void;
  onDrag(layout: readonly LayoutItem[], id: string, by: { x: number; y: number }): void;
  /** `more`: added to what is selected, or taken from it. Null: the empty ground. */
  onSelect(id: string | null, more: boolean): void;
  onAdd(type: string, at: { x: number; y: number }): void;
  onCommand(id: string, command: WidgetCommand): void;
}

interface Props {
  shown: readonly ShownWidget[];
  /** The places of what is to be seen now. */
  layout: readonly GridItem[];
  selected: readonly string[];
  moment: BoardMoment;
  editing: boolean;
  /** On a wall screen the board is drawn as large as fills it. */
  wall: boolean;
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
const DRAG_THRESHOLD = 4;
const MIN = { minW: 1, minH: 1 };
const NONE: readonly GridItem[] = [];

const columnsFor = (width: number) =>
  width < PHONE_BELOW ? 1 : width < TABLET_BELOW ? TABLET_COLUMNS : COLUMNS;

/** On a phone a figure is as wide as the screen, so a small card needs no more than its least height. */
const flatten = (layout: readonly GridItem[], minOf: (id: string) => { minH: number }) =>
  layout.map((item) => (item.h <= SMALL_ROWS ? { ...item, h: Math.min(item.h, minOf(item.i).minH) } : item));

/** The widgets in their places: the stored layout on wide screens, derived ones (never stored) on narrow ones. */
export function BoardGrid(props: Props) {
  const { shown, layout, selected, moment, editing, wall, taken, scheduler, handlers } = props;
  const t = useT();
  const helpId = useId();
  const { box, width, height } = useRoom();
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

  const fit = useWallFit(box, wall && !editing, standing);

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
  const seen = useMemo(() => itemsAbove(placed, height / fit.zoom, fit.rowHeight), [placed, height, fit]);
  useEffect(() => scheduler.see(seen), [scheduler, seen]);
  // What is in sight does not wait for the others to be made.
  const made = useDeferredValue<readonly GridItem[]>(placed, NONE);
  const mounted = useMemo(() => new Set([...seen, ...made.map(({ i }) => i)]), [seen, made]);

  const onKeyDown = (id: string) => (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || isWriting(event.target)) return;
    const command = widgetCommand(event);
    if (!command) return;
    event.preventDefault();
    handlers.onCommand(id, command);
  };
  const group = useRef<GroupDrag | null>(null);
  /** What is drawn for these, without what is locked. */
  const elements = (ids: readonly string[]) =>
    [...(box.current?.querySelectorAll<HTMLElement>('[data-widget]') ?? [])].filter(
      ({ dataset }) => ids.includes(dataset.widget ?? '') && dataset.locked === undefined,
    );
  // The click at the end of a drag selects nothing.
  const pressed = useRef({ x: 0, y: 0 });
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const { x, y } = pressed.current;
    if (Math.hypot(event.clientX - x, event.clientY - y) > DRAG_THRESHOLD) return;
    const target = event.target as HTMLElement;
    if (target.closest('.wd-widget-actions, .react-resizable-handle')) return;
    const item = target.closest<HTMLElement>('[data-widget]');
    handlers.onSelect(item?.dataset.widget ?? null, event.ctrlKey || event.metaKey || event.shiftKey);
  };
  const onDragEnter = (event: ReactDragEvent) => {
    if (event.dataTransfer.types.includes(WIDGET_MIME)) setDropping(draggedWidget());
  };
  const dropSize = dropping ? widgetDefinition(dropping)?.size : undefined;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping and clicking is the pointer's way; there are keys for all of it
    <div
      ref={box}
      className="wd-board-grid"
      style={{ zoom: fit.zoom }}
      data-editing={editing || undefined}
      data-columns={columns}
      onDragEnter={onDragEnter}
      {...(editing && {
        onClick,
        onPointerDownCapture: ({ clientX, clientY }) => {
          pressed.current = { x: clientX, y: clientY };
        },
      })}
    >
      {editing && (
        <p id={helpId} className="wd-hidden">
          {t('board.keysHelp')}
        </p>
      )}
      {width > 0 && (
        <GridLayout
          width={width}
          layout={placed}
          gridConfig={{
            cols: columns,
            rowHeight: fit.rowHeight,
            margin: [GAP, GAP],
            containerPadding: [0, 0],
          }}
          dragConfig={{ enabled: arranges, cancel: '.wd-widget-actions', threshold: DRAG_THRESHOLD }}
          resizeConfig={{ enabled: arranges, handles: ['se', 'e', 's'] }}
          dropConfig={{ enabled: arranges && dropping !== null, defaultItem: dropSize ?? { w: 4, h: 4 } }}
          droppingItem={dropSize && { i: '__dropping__', x: 0, y: 0, w: dropSize.w, h: dropSize.h }}
          onDragStart={(_layout, _from, to, _placeholder, _event, element) => {
            const ids = to && selected.includes(to.i) ? selected.filter((one) => one !== to.i) : [];
            group.current = element && ids.length > 0 ? startGroupDrag(element, elements(ids)) : null;
          }}
          onDragStop={(next, from, to) => {
            group.current?.end();
            group.current = null;
            if (from && to) handlers.onDrag(next, to.i, { x: to.x - from.x, y: to.y - from.y });
          }}
          onResizeStop={(next) => handlers.onArrange(next, 'board.step.resize')}
          onDrop={(_next, item) => {
            if (item && dropping) handlers.onAdd(dropping, { x: item.x, y: item.y });
            setDropping(null);
          }}
        >
          {ordered.map((one) => {
            const { id } = one.widget;
            const isSelected = selected.includes(id);
            const label = [
              nameOf(one),
              ...(isSelected ? [t('board.item.selected')] : []),
              ...(one.widget.locked ? [t('board.item.locked')] : []),
            ].join(t('board.item.join'));
            return (
              <div
                key={id}
                className="wd-board-item"
                data-widget={id}
                data-type={one.widget.type}
                {...(editing && {
                  tabIndex: 0,
                  role: 'group',
                  'aria-label': label,
                  'aria-describedby': helpId,
                  'data-selected': isSelected || undefined,
                  'data-locked': one.widget.locked,
                  onKeyDown: onKeyDown(id),
                })}
              >
                {mounted.has(id) && (
                  <WidgetView
                    shown={one}
                    moment={moment}
                    editing={editing}
                    scheduler={scheduler}
                    handlers={handlers}
                  />
                )}
              </div>
            );
          })}
        </GridLayout>
      )}
    </div>
  );
}
