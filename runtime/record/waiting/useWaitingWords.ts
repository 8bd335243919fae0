import { useCallback } from 'react';
import { entityRegistry } from '../../core/definitions/entities.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import type { Message } from '../../kit/outbox/message.ts';
import texts from './texts.json';

/** Describes a message: the transition, or the creation or change of a record. */
export function useWaitingWords(): (message: Message) => string {
  const t = useT(texts);
  const text = useText();
  return useCallback(
    ({ entity: name, recordId, move }) => {
      const entity = entityRegistry.get(name);
      const kind = entity ? text(entity.title) : name;
      const what = move ? text(move) : t(recordId === null ? 'waiting.create' : 'waiting.update');
      return `${kind} · ${what}`;
    },
    [t, text],
  );
}
