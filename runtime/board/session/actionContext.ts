/** The board as its actions find it and speak of it, at the moment at which they are called. */
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

/** The ground that the actions of a board work on. */
export interface BoardGround {
  store: BoardStore;
  words: BoardWords;
  t: Translate;
  /** Announces it to screen readers. */
  say(text: string): void;
  /** The tab that is looked at; absent on a board without tabs. */
  tab(): string | undefined;
}

export interface BoardHands {
  state(): BoardState;
  widgetOf(id: string): BoardWidget | undefined;
  /** Names the open tab. */
  layout(): readonly GridItem[];
  /** In words: its name, or how many. */
  naming(ids: readonly string[]): string;
  /** The widgets that a step on this one is about: with it all that are selected. */
  targets(id: string): readonly string[];
  /** True, and said so, when so many more don't fit. */
  full(more?: number): boolean;
  /** Any other step: told to the live region when it changed something; false when it did not. */
  change(label: TextKey, edit: Edit, said: string): boolean;
  /** New widgets that a step brings: selected and in sight. */
  show(ids: readonly string[]): void;
  /** Says that nothing was done, because they are locked. */
  refuse(ids: readonly string[]): void;
}

/** Brings a new widget into sight once it is drawn. */
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
    change(label, edit, said) {
      const before = board();
      state().edit(label, edit);
      if (board() === before) return false;
      say(said);
      return true;
    },
    show(ids) {
      state().select(ids.length > 1 ? ids : []);
      if (ids[0]) reveal(ids[0]);
    },
    refuse: (ids) => say(t('board.say.locked', { name: naming(ids) })),
  };
}
