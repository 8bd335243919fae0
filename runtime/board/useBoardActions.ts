/** What a person's hands mean to the board: each is one step of its history, told to the live region. */
import { useMemo } from 'react';
import type { DashboardDocument, LayoutItem } from '../../generated/definition.ts';
import { notify } from '../api/notices.ts';
import { defaultConfig } from '../core/document/config.ts';
import {
  addWidget,
  arrangeWidgets,
  configureWidget,
  duplicateWidget,
  type Place,
  removeWidget,
  replaceDocument,
} from '../core/document/edit.ts';
import { MAX_WIDGETS } from '../core/document/parse.ts';
import type { TextKey, Translate } from '../i18n/index.ts';
import type { MoveCommand } from './keys.ts';
import { keyboardMove, keyboardResize } from './moves.ts';
import { widgetDefinition } from './registry.ts';
import { widgetName } from './resolve.ts';
import type { BoardStore } from './useBoardStore.ts';

const NO_MIN = { minW: 1, minH: 1 };
const ID_LENGTH = 12;
const newId = () => `w-${crypto.randomUUID().replaceAll('-', '').slice(0, ID_LENGTH)}`;

/** Brings a new widget into sight once it is drawn. */
function reveal(id: string): void {
  requestAnimationFrame(() =>
    document.querySelector(`[data-widget="${id}"]`)?.scrollIntoView({ block: 'nearest', behavior: 'smooth' }),
  );
}

export interface BoardActions {
  add(type: string, at?: Place): void;
  arrange(layout: readonly LayoutItem[], label: TextKey): void;
  configure(id: string, config: Record<string, unknown>): void;
  duplicate(id: string): void;
  remove(id: string): void;
  usePreset(document: DashboardDocument): void;
  /** Arrow keys on a focused widget. */
  move(id: string, command: MoveCommand): void;
  undo(): void;
  redo(): void;
  save(over?: number): Promise<void>;
}

export function useBoardActions(store: BoardStore, t: Translate, say: (text: string) => void): BoardActions {
  return useMemo(() => {
    const state = () => store.getState();
    const board = () => state().history.document;
    const nameOf = (id: string) => {
      const widget = board().widgets.find((one) => one.id === id);
      return (widget && widgetName(widget.config)) ?? widget?.type ?? id;
    };
    const full = () => {
      if (board().widgets.length < MAX_WIDGETS) return false;
      notify({ kind: 'warning', text: { text: t('board.full', { max: MAX_WIDGETS }) } });
      return true;
    };
    const begin = () => state().startEditing();
    return {
      add(type, at) {
        const definition = widgetDefinition(type);
        if (!definition || full()) return;
        begin();
        const { version, size, config } = definition;
        const id = newId();
        const widget = { id, type, version, config: defaultConfig(config) };
        state().edit('board.step.add', addWidget(widget, size, at));
        say(t('board.say.added', { name: nameOf(id) }));
        reveal(id);
      },
      arrange: (layout, label) => state().edit(label, arrangeWidgets(layout)),
      configure(id, config) {
        const widget = board().widgets.find((one) => one.id === id);
        const version = widget && widgetDefinition(widget.type)?.version;
        if (version) state().edit('board.step.configure', configureWidget(id, config, version));
      },
      duplicate(id) {
        if (full()) return;
        const copy = newId();
        state().edit('board.step.duplicate', duplicateWidget(id, copy));
        say(t('board.say.added', { name: nameOf(copy) }));
        reveal(copy);
      },
      remove(id) {
        const name = nameOf(id);
        state().edit('board.step.remove', removeWidget(id));
        say(t('board.say.removed', { name }));
      },
      usePreset(preset) {
        begin();
        state().edit('board.step.preset', replaceDocument(preset));
      },
      move(id, command) {
        const layout = board().layouts.lg;
        const type = board().widgets.find((one) => one.id === id)?.type ?? '';
        const min = widgetDefinition(type)?.size ?? NO_MIN;
        const name = nameOf(id);
        const move =
          command.do === 'move'
            ? keyboardMove(layout, id, command.direction, name)
            : keyboardResize(layout, id, command.direction, min, name);
        const label = command.do === 'move' ? 'board.step.move' : 'board.step.resize';
        if (move.layout) state().edit(label, arrangeWidgets(move.layout));
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
      async save(over) {
        try {
          if (await state().save(over)) notify({ kind: 'success', text: { text: t('board.saved') } });
        } catch {
          notify({ kind: 'warning', text: { text: t('board.saveFailed') } });
        }
      },
    };
  }, [store, t, say]);
}
