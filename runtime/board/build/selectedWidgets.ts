import type { BoardSession } from '../session/boardSession.ts';

/**
 * Returns the widgets that a command changes: all selected widgets if the focused widget is selected,
 * otherwise only the focused one.
 */
export function chosenWidgets({ actions, store }: BoardSession): readonly string[] {
  const id = document.activeElement?.closest<HTMLElement>('[data-widget]')?.dataset.widget;
  return id === undefined ? store.getState().selected : actions.targets(id);
}
