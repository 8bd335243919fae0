import type { BoardSession } from '../session/boardSession.ts';

/** Returns the widgets of a step: the focused widget with all selected with it, otherwise the selected ones. */
export function chosenWidgets({ actions, store }: BoardSession): readonly string[] {
  const id = document.activeElement?.closest<HTMLElement>('[data-widget]')?.dataset.widget;
  return id === undefined ? store.getState().selected : actions.targets(id);
}
