/** Each action of a person on the board is one step of its history, told to the live region. */
import { useMemo, useRef } from 'react';
import type { DashboardDocument, LayoutItem } from '../../../generated/definition.ts';
import { defaultConfig } from '../../core/document/config.ts';
import {
  addWidget,
  arrangeWidgets,
  configureWidget,
  duplicateWidgets,
  type Edit,
  lockWidgets,
  type Place,
  removeWidgets,
  replaceDocument,
} from '../../core/document/edit.ts';
import { moveItems } from '../../core/document/layout.ts';
import { MAX_WIDGETS } from '../../core/document/parse.ts';
import type { StandIn } from '../../core/document/standIns.ts';
import { layoutOn } from '../../core/document/tabs.ts';
import { ApiError } from '../../kit/api/errors.ts';
import { notify } from '../../kit/api/notices.ts';
import type { TextKey, Translate } from '../../kit/i18n/index.ts';
import type { BoardStore } from '../document/useBoardStore.ts';
import { widgetDefinition } from '../widget/registry.ts';
import { type BoardWords, widgetTitle } from '../widget/resolve.ts';
import type { MoveCommand } from './keys.ts';
import { keyboardMove, keyboardResize } from './moves.ts';

const NO_MIN = { minW: 1, minH: 1 };
const ID_LENGTH = 12;
// The page may have come over plain HTTP, where there is no randomUUID.
const randomText = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(ID_LENGTH)), (byte) => (byte % 36).toString(36)).join('');
export const newId = (kind = 'w') => `${kind}-${randomText()}`;

/** Brings a new widget into sight once it is drawn. */
function reveal(id: string): void {
  requestAnimationFrame(() =>
    document.querySelector(`[data-widget="${id}"]`)?.scrollIntoView({ block: 'nearest', behavior: 'smooth' }),
  );
}

export interface BoardActions {
  add(type: string, at?: Place): void;
  arrange(layout: readonly LayoutItem[], label: TextKey): void;
  /** A widget was dragged: what is selected with it goes along. */
  drag(layout: readonly LayoutItem[], id: string, by: Place): void;
  /** @param standIns what was chosen with it for this station alone */
  configure(id: string, config: Record<string, unknown>, standIns?: readonly StandIn[]): void;
  duplicate(ids: readonly string[]): void;
  remove(ids: readonly string[], label?: TextKey): void;
  lock(ids: readonly string[], locked: boolean): void;
  usePreset(document: DashboardDocument): void;
  /** Arrow keys on a focused widget. */
  move(id: string, command: MoveCommand): void;
  /** Any other step: told to the live region when it changed something; false when it did not. */
  change(label: TextKey, edit: Edit, said: string): boolean;
  /** New widgets that a step brings: selected and in sight. */
  show(ids: readonly string[]): void;
  /** The widgets that a step on this one is about: with it all that are selected. */
  targets(id: string): readonly string[];
  /** In words: its name, or how many. */
  naming(ids: readonly string[]): string;
  /** True, and said so, when so many more don't fit. */
  full(more?: number): boolean;
  undo(): void;
  redo(): void;
  /** `merged`: with what somebody else saved meanwhile. */
  save(merged?: DashboardDocument): Promise<void>;
}

/** `tab`: the one that is looked at. */
export function useBoardActions(
  store: BoardStore,
  tab: string | undefined,
  words: BoardWords,
  t: Translate,
  say: (text: string) => void,
): BoardActions {
  const at = useRef(tab);
  at.current = tab;
  return useMemo(() => {
    const state = () => store.getState();
    const board = () => state().history.document;
    const widgetOf = (id: string) => board().widgets.find((one) => one.id === id);
    const layout = () => layoutOn(board(), at.current);
    const naming: BoardActions['naming'] = (ids) => {
      if (ids.length !== 1) return t('board.say.several', { count: ids.length });
      const widget = widgetOf(ids[0]!);
      return widget ? widgetTitle(widget, words) : ids[0]!;
    };
    const targets: BoardActions['targets'] = (id) => {
      const { selected } = state();
      return selected.includes(id) ? [id, ...selected.filter((one) => one !== id)] : [id];
    };
    const full: BoardActions['full'] = (more = 1) => {
      if (board().widgets.length + more <= MAX_WIDGETS) return false;
      notify({ kind: 'warning', text: { text: t('board.full', { max: MAX_WIDGETS }) } });
      return true;
    };
    const change: BoardActions['change'] = (label, edit, said) => {
      const before = board();
      state().edit(label, edit);
      if (board() === before) return false;
      say(said);
      return true;
    };
    const isLocked = (id: string) => widgetOf(id)?.locked === true;
    const refuse = (ids: readonly string[]) => say(t('board.say.locked', { name: naming(ids) }));
    const show: BoardActions['show'] = (ids) => {
      state().select(ids.length > 1 ? ids : []);
      if (ids[0]) reveal(ids[0]);
    };
    return {
      naming,
      targets,
      full,
      change,
      show,
      add(type, place) {
        const definition = widgetDefinition(type);
        if (!definition || full()) return;
        state().startEditing();
        const { version, size, config } = definition;
        const widget = { id: newId(), type, version, config: defaultConfig(config) };
        const edit = addWidget({ ...widget, ...(at.current && { tab: at.current }) }, size, place);
        state().edit('board.step.add', edit);
        say(t('board.say.added', { name: naming([widget.id]) }));
        show([widget.id]);
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
        state().edit('board.step.duplicate', duplicateWidgets(copies, at.current));
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
        if (isLocked(id)) return refuse([id]);
        const ids = what === 'move' ? targets(id) : [id];
        const min = widgetDefinition(widgetOf(id)?.type ?? '')?.size ?? NO_MIN;
        const move =
          what === 'move'
            ? keyboardMove(layout(), ids, direction, naming(ids))
            : keyboardResize(layout(), id, direction, min, naming(ids));
        if (move.layout) state().edit(`board.step.${what}`, arrangeWidgets(move.layout));
        say(t(move.say.key, move.say.params));
      },
      undo() {
        const step = state().history.past.at(-1);
        if (!step) return;
        state().undo();
        say(t('board.say.undone', { step: t(step.label as TextKey) }));
      },
      redo() {
        const step = state().history.future[0];
        if (!step) return;
        state().redo();
        say(t('board.say.redone', { step: t(step.label as TextKey) }));
      },
      async save(merged) {
        try {
          if (await (merged ? state().saveMerged(merged) : state().save()))
            notify({ kind: 'success', text: { text: t('board.saved') } });
        } catch (error) {
          // In the server's words where it has some: trying again need not help.
          const reason = error instanceof ApiError && error.msg;
          const text = reason ? t('board.saveRefused', { reason }) : t('board.saveFailed');
          notify({ kind: 'warning', text: { text } });
        }
      },
    };
  }, [store, words, t, say]);
}
