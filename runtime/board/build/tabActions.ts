/** Adds, renames, moves and removes the tabs of a board. */
import type { BoardTab } from '../../../generated/definition.ts';
import { addTab, moveTab, removeTab, renameTab } from '../../core/document/editTabs.ts';
import { MAX_TABS } from '../../core/document/parse.ts';
import { widgetsOn } from '../../core/document/tabs.ts';
import { translate } from '../../kit/i18n/index.ts';
import type { BoardSession } from '../session/boardSession.ts';
import { newId } from '../session/newId.ts';

const texts =
  ({ moment: { lang } }: BoardSession) =>
  (key: Parameters<typeof translate>[1], params?: Parameters<typeof translate>[2]) =>
    translate(lang, key, params);

export function addBoardTab(session: BoardSession): void {
  const t = texts(session);
  const { store, actions, openTab, say } = session;
  const { tabs = [] } = store.getState().history.document;
  if (tabs.length >= MAX_TABS) {
    say(t('board.tab.full', { max: MAX_TABS }));
    return;
  }
  const title = t('board.tab.new', { number: Math.max(2, tabs.length + 1) });
  const tab = { id: newId('t'), title };
  const edit = addTab(tab, { id: newId('t'), title: t('board.tab.first') });
  if (actions.change('board.step.tabAdd', edit, t('board.say.tabAdded', { title }))) openTab(tab.id);
}

export function renameBoardTab(session: BoardSession, { id }: BoardTab, title: string): void {
  session.actions.change(
    'board.step.tabRename',
    renameTab(id, title),
    texts(session)('board.say.tabRenamed', { title }),
  );
}

export function moveBoardTab(session: BoardSession, { id, title }: BoardTab, by: -1 | 1): void {
  session.actions.change(
    'board.step.tabMove',
    moveTab(id, by),
    texts(session)('board.say.tabMoved', { title }),
  );
}

/** Counts the widgets of a tab, and returns whether one of them is locked. */
export function tabContent({ store }: BoardSession, { id }: BoardTab): { count: number; locked: boolean } {
  const widgets = widgetsOn(store.getState().history.document, id);
  return { count: widgets.length, locked: widgets.some(({ locked }) => locked) };
}

export function removeBoardTab(session: BoardSession, { id, title }: BoardTab): void {
  const t = texts(session);
  const { actions, openTab } = session;
  if (actions.change('board.step.tabRemove', removeTab(id), t('board.say.tabRemoved', { title })))
    openTab(null);
}
