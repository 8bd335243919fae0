import { useCallback } from 'react';
import { defaultConfig } from '../../core/document/config.ts';
import type { Place } from '../../core/document/edit.ts';
import type { BoardSession } from '../session/boardSession.ts';
import { loadWidget, widgetDefinition } from '../widget/registry.ts';

/** Adds a widget to the board. A widget that shows nothing before a choice opens its configuration. */
export function useAdding({ actions }: BoardSession, configure: (id: string) => void) {
  return useCallback(
    (type: string, place?: Place): void => {
      const id = actions.add(type, place);
      const definition = widgetDefinition(type);
      if (id === null || !definition) return;
      loadWidget(type).then(
        (module) => module.lacks?.(defaultConfig(definition.config)) && configure(id),
        // A program that does not load is reported, and loaded again, in the widget's place.
        () => {},
      );
    },
    [actions, configure],
  );
}
