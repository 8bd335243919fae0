/** The user's changes of widgets. Each change is one step of the history. */
import type { DashboardDocument, LayoutItem } from '../../../generated/definition.ts';
import { defaultConfig } from '../../core/document/config.ts';
import {
  addWidget,
  arrangeWidgets,
  configureWidget,
  duplicateWidgets,
  lockWidgets,
  type Place,
  removeWidgets,
  replaceDocument,
} from '../../core/document/edit.ts';
import { moveItems } from '../../core/document/layout.ts';
import type { StandIn } from '../../core/document/standIns.ts';
import type { TextKey } from '../../kit/i18n/index.ts';
import { widgetDefinition } from '../widget/registry.ts';
import type { BoardGround, BoardHands } from './actionContext.ts';
import type { MoveCommand } from './keys.ts';
import { keyboardMove, keyboardResize } from './moves.ts';
import { newId } from './newId.ts';

const NO_MIN = { minW: 1, minH: 1 };

export interface WidgetActions {
  /** Adds a widget and returns its id. Null if the board is full, or if the type is unknown. */
  add(type: string, at?: Place): string | null;
  arrange(layout: readonly LayoutItem[], label: TextKey): void;
  /** Moves the other selected widgets by the distance of the dragged one. */
  drag(layout: readonly LayoutItem[], id: string, by: Place): void;
  /** @param standIns stand-ins chosen in the same dialog, for this station only */
  configure(id: string, config: Record<string, unknown>, standIns?: readonly StandIn[]): void;
  duplicate(ids: readonly string[]): void;
  remove(ids: readonly string[], label?: TextKey): void;
  lock(ids: readonly string[], locked: boolean): void;
  usePreset(document: DashboardDocument): void;
  /** Moves a focused widget by arrow keys. */
  move(id: string, command: MoveCommand): void;
}

export function createWidgetActions(ground: BoardGround, hands: BoardHands): WidgetActions {
  const { t, say, tab } = ground;
  const { state, widgetOf, layout, naming, targets, full, change, show, refuse } = hands;
  return {
    add(type, place) {
      const definition = widgetDefinition(type);
      if (!definition || full()) return null;
      state().startEditing();
      const { version, size, config } = definition;
      const widget = { id: newId(), type, version, config: defaultConfig(config) };
      const tabId = tab();
      state().edit('board.step.add', addWidget({ ...widget, ...(tabId && { tab: tabId }) }, size, place));
      say(t('board.say.added', { name: naming([widget.id]) }));
      show([widget.id]);
      return widget.id;
    },
    arrange: (next, label) => state().edit(label, arrangeWidgets(next)),
    drag(next, id, { x, y }) {
      const ids = targets(id);
      const moved = ids.length > 1 ? moveItems(layout(), ids, x, y) : next;
      state().edit('board.step.move', arrangeWidgets(moved));
    },
    configure(id, config, standIns) {
      const widget = widgetOf(id);
      const version = widget && widgetDefinition(widget.type)?.version;
      if (version) state().edit('board.step.configure', configureWidget(id, config, version, standIns));
    },
    duplicate(ids) {
      const copies = new Map(ids.filter(widgetOf).map((id) => [id, newId()]));
      if (full(copies.size)) return;
      const created = [...copies.values()];
      state().edit('board.step.duplicate', duplicateWidgets(copies, tab()));
      say(t('board.say.added', { name: naming(created) }));
      show(created);
    },
    remove(ids, label = 'board.step.remove') {
      const name = naming(ids);
      if (!change(label, removeWidgets(ids), t('board.say.removed', { name }))) refuse(ids);
    },
    lock(ids, locked) {
      const name = naming(ids);
      if (locked) change('board.step.lock', lockWidgets(ids, true), t('board.say.nowLocked', { name }));
      else change('board.step.unlock', lockWidgets(ids, false), t('board.say.unlocked', { name }));
    },
    usePreset(preset) {
      state().startEditing();
      state().edit('board.step.preset', replaceDocument(preset));
    },
    move(id, { do: what, direction }) {
      const widget = widgetOf(id);
      if (widget?.locked === true) return refuse([id]);
      const ids = what === 'move' ? targets(id) : [id];
      const min = widgetDefinition(widget?.type ?? '')?.size ?? NO_MIN;
      const move =
        what === 'move'
          ? keyboardMove(layout(), ids, direction, naming(ids))
          : keyboardResize(layout(), id, direction, min, naming(ids));
      if (move.layout) state().edit(`board.step.${what}`, arrangeWidgets(move.layout));
      say(t(move.say.key, move.say.params));
    },
  };
}
