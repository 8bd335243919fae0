import type { BoardSession } from '../session/boardSession.ts';

/** Returns what a step is about: the focused widget with all that are selected with it, else what is selected. */
export function chosenWidgets({ actions, store }: BoardSession): readonly string[] {
  const id = document.activeElement?.closest<HTMLElement>('[data-widget]')?.dataset.widget;
  return id === undefined ? store.getState().selected : actions.targets(id);
}
