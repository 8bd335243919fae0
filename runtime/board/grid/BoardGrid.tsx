import { useId, useState } from 'react';
import { GridLayout } from 'react-grid-layout/react';
import type { LayoutItem } from '../../../generated/definition.ts';
import { COLUMNS, GAP, type GridItem } from '../../core/document/layout.ts';
import type { Scheduler } from '../../core/scheduler/scheduler.ts';
import { useT } from '../../kit/i18n/index.ts';
import { type WidgetHandlers, WidgetView } from '../frame/WidgetView.tsx';
import type { BoardMoment, ShownWidget } from '../live/useBoardData.ts';
import { useHiddenWidgets } from '../live/useWidget.ts';
import type { WidgetCommand } from '../session/keys.ts';
import { columnsFor, PHONE_COLUMNS } from './places.ts';
import { DRAG_THRESHOLD, useClicks } from './useClicks.ts';
import { useDrops } from './useDrops.ts';
import { useGroupDrag } from './useGroupDrag.ts';
import { NOTHING_GROWN, useGrowth } from './useGrowth.ts';
import { useInSight } from './useInSight.ts';
import { useItemProps } from './useItemProps.ts';
import { usePlaces, useStanding } from './usePlaces.ts';
import { useRoom } from './useRoom.ts';
import { useWallFit } from './useWallFit.ts';

export interface GridHandlers extends WidgetHandlers {
  onArrange(layout: readonly LayoutItem[], label: 'board.step.resize'): void;
  onDrag(layout: readonly LayoutItem[], id: string, by: { x: number; y: number }): void;
  /**
   * Selects the clicked widget. `id` is null for a click on the background. With `more`, the widget is added
   * to the selection or removed from it.
   */
  onSelect(id: string | null, more: boolean): void;
  onAdd(type: string, at: { x: number; y: number }): void;
  onCommand(id: string, command: WidgetCommand): void;
}

interface Props {
  shown: readonly ShownWidget[];
  /** The places of the widgets that are visible now. */
  layout: readonly GridItem[];
  selected: readonly string[];
  moment: BoardMoment;
  editing: boolean;
  /** On a wall screen the board is scaled to fill it. */
  wall: boolean;
  scheduler: Scheduler;
  handlers: GridHandlers;
}

const growsOnPhone = ({ resolved }: ShownWidget): boolean =>
  'definition' in resolved && resolved.definition.size.phoneGrows === true;

/**
 * Draws the widgets in their places. Wide screens use the stored layout. Narrow screens use a computed layout, which is
 * never stored.
 */
export function BoardGrid(props: Props) {
  const { shown, layout, selected, moment, editing, wall, scheduler, handlers } = props;
  const t = useT();
  const helpId = useId();
  const { box, width, height } = useRoom();
  const columns = columnsFor(width);
  const isPhone = columns === PHONE_COLUMNS;
  const arranges = editing && columns === COLUMNS;

  const standing = useStanding(layout, useHiddenWidgets(scheduler, shown, moment), editing);
  const fit = useWallFit(box, wall && !editing, standing);
  const [grown, setGrown] = useState(NOTHING_GROWN);
  const { ordered, placed } = usePlaces(shown, standing, columns, grown);
  const drawn = useInSight(scheduler, placed, height, fit);
  useGrowth(box, drawn, isPhone, setGrown);

  const itemProps = useItemProps({ selected, helpId, onCommand: handlers.onCommand });
  const clicks = useClicks(handlers.onSelect);
  const groupDrag = useGroupDrag(box, selected, handlers.onDrag);
  const drops = useDrops(arranges, handlers.onAdd);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer handlers only; the keyboard has its own commands
    <div
      ref={box}
      className="wd-board-grid"
      style={{ zoom: fit.zoom }}
      data-editing={editing || undefined}
      data-columns={columns}
      onDragEnter={drops.onDragEnter}
      {...(editing && clicks)}
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
          dragConfig={{
            enabled: arranges,
            cancel: '.wd-widget-actions, .wd-w-state-way',
            threshold: DRAG_THRESHOLD,
          }}
          resizeConfig={{ enabled: arranges, handles: ['se', 'e', 's'] }}
          onResizeStop={(next) => handlers.onArrange(next, 'board.step.resize')}
          {...groupDrag}
          {...drops.config}
        >
          {ordered.map((shownWidget) => (
            <div
              key={shownWidget.widget.id}
              className="wd-board-item"
              data-widget={shownWidget.widget.id}
              data-type={shownWidget.widget.type}
              data-grows={(isPhone && growsOnPhone(shownWidget)) || undefined}
              {...(editing && itemProps(shownWidget))}
            >
              {drawn.has(shownWidget.widget.id) && (
                <WidgetView shown={shownWidget} {...{ moment, editing, scheduler, handlers }} />
              )}
            </div>
          ))}
        </GridLayout>
      )}
    </div>
  );
}
