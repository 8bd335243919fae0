/** The current board for its actions, with the texts that describe it. */
import type { BoardWidget } from '../../../generated/definition.ts';
import type { Edit } from '../../core/document/edit.ts';
import type { GridItem } from '../../core/document/layout.ts';
import { MAX_WIDGETS } from '../../core/document/parse.ts';
import { layoutOn } from '../../core/document/tabs.ts';
import { notify } from '../../kit/api/notices.ts';
import type { TextKey, Translate } from '../../kit/i18n/index.ts';
import type { BoardState } from '../document/boardStore.ts';
import type { BoardStore } from '../document/useBoardStore.ts';
import { type BoardWords, widgetTitle } from '../widget/resolve.ts';

/** The part of a board that its actions use. */
export interface BoardGround {
  store: BoardStore;
  words: BoardWords;
  t: Translate;
  /** Announces the text to screen readers. */
  say(text: string): void;
  /** Returns the open tab. Absent on a board without tabs. */
  tab(): string | undefined;
}

export interface BoardHands {
  state(): BoardState;
  widgetOf(id: string): BoardWidget | undefined;
  /** Returns the places of the open tab. */
  layout(): readonly GridItem[];
  /** Returns the name of the widget, or the number of widgets. */
  naming(ids: readonly string[]): string;
  /** Returns the widgets that a command on this widget changes. If it is selected, these are all selected widgets. */
  targets(id: string): readonly string[];
  /** Returns true, and announces it, if the board has no room for this number of further widgets. */
  full(more?: number): boolean;
  /** Makes a step of the history. If the step changes the board, announces it and returns true. */
  change(label: TextKey, edit: Edit, message: string): boolean;
  /** Selects the new widgets and scrolls to them. */
  show(ids: readonly string[]): void;
  /** Announces that locked widgets were not changed. */
  refuse(ids: readonly string[]): void;
}

/** Scrolls to a new widget after it is rendered. */
function reveal(id: string): void {
  requestAnimationFrame(() =>
    document.querySelector(`[data-widget="${id}"]`)?.scrollIntoView({ block: 'nearest', behavior: 'smooth' }),
  );
}

export function createBoardHands({ store, words, t, say, tab }: BoardGround): BoardHands {
  const state = () => store.getState();
  const board = () => state().history.document;
  const widgetOf = (id: string) => board().widgets.find((widget) => widget.id === id);
  const naming: BoardHands['naming'] = (ids) => {
    if (ids.length !== 1) return t('board.say.several', { count: ids.length });
    const widget = widgetOf(ids[0]!);
    return widget ? widgetTitle(widget, words) : ids[0]!;
  };
  return {
    state,
    widgetOf,
    naming,
    layout: () => layoutOn(board(), tab()),
    targets(id) {
      const { selected } = state();
      return selected.includes(id) ? [id, ...selected.filter((other) => other !== id)] : [id];
    },
    full(more = 1) {
      if (board().widgets.length + more <= MAX_WIDGETS) return false;
      notify({ kind: 'warning', text: { text: t('board.full', { max: MAX_WIDGETS }) } });
      return true;
    },
    change(label, edit, message) {
      const before = board();
      state().edit(label, edit);
      if (board() === before) return false;
      say(message);
      return true;
    },
    show(ids) {
      state().select(ids.length > 1 ? ids : []);
      if (ids[0]) reveal(ids[0]);
    },
    refuse: (ids) => say(t('board.say.locked', { name: naming(ids) })),
  };
}
