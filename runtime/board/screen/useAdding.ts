import { useCallback } from 'react';
import { defaultConfig } from '../../core/document/config.ts';
import type { Place } from '../../core/document/edit.ts';
import type { BoardSession } from '../session/boardSession.ts';
import { loadWidget, widgetDefinition } from '../widget/registry.ts';

/** Adds a widget to the board. If the widget needs a choice first, its configuration opens. */
export function useAdding({ actions }: BoardSession, configure: (id: string) => void) {
  return useCallback(
    (type: string, place?: Place): void => {
      const id = actions.add(type, place);
      const definition = widgetDefinition(type);
      if (id === null || !definition) return;
      loadWidget(type).then(
        (module) => module.lacks?.(defaultConfig(definition.config)) && configure(id),
        // The widget itself reports that its code failed to load, and offers to retry.
        () => {},
      );
    },
    [actions, configure],
  );
}
