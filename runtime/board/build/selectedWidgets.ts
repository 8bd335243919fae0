import type { BoardSession } from '../session/boardSession.ts';

/**
 * Returns the widgets that a command changes. If the focused widget is selected, all selected widgets. Otherwise the
 * focused one.
 */
export function chosenWidgets({ actions, store }: BoardSession): readonly string[] {
  const id = document.activeElement?.closest<HTMLElement>('[data-widget]')?.dataset.widget;
  return id === undefined ? store.getState().selected : actions.targets(id);
}
