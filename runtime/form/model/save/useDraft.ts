import { useCallback, useEffect, useRef, useState } from 'react';
import type { Field } from '../../../../generated/definition.ts';
import type { Values } from '../../../core/rules/rule.ts';
import { stripValues } from '../../../core/rules/values.ts';
import { useSession } from '../../../kit/session/session.ts';
import { same } from '../../values/structuralSharing.ts';
import { type Draft, forgetDrafts, readDraft, removeDraft, valuesPublic, writeDraft } from './drafts.ts';

const PAUSE_MS = 300;

// Removes the drafts of a user who signs out, because another user may use this computer next.
useSession.subscribe(({ left }, before) => {
  if (left && before.user) forgetDrafts(localStorage, before.user.userId);
});

interface Input {
  /** Storage key of the draft. Null if no draft is stored. */
  key: string | null;
  /** True to offer the draft of an earlier visit. */
  offer: boolean;
  schema: Field;
  /** The unchanged values. */
  base: Values;
  value: Values;
}

/** Stores the input as a draft. Offers the draft of an earlier visit until the user accepts it or types. */
export function useDraft({ key, offer, schema, base, value }: Input) {
  const [offered, setOffered] = useState<Draft | null>(() => {
    const draft = key === null || !offer ? null : readDraft(localStorage, key);
    return draft && !same(draft.values, valuesPublic(schema, stripValues(schema, base))) ? draft : null;
  });
  const latest = useRef({ key, schema, base, value });
  latest.current = { key, schema, base, value };
  const written = useRef<Values | null>(value);
  const ended = useRef(false);

  const flush = useCallback(() => {
    const { key: at, schema: field, base: start, value: entered } = latest.current;
    if (at === null || ended.current || written.current === entered) return;
    written.current = entered;
    if (same(stripValues(field, entered), stripValues(field, start))) removeDraft(localStorage, at);
    else writeDraft(localStorage, at, field, start, entered);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change restarts the delay
  useEffect(() => {
    const timer = setTimeout(flush, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [flush, value]);

  useEffect(() => {
    // Another tab saved the same form and removed the draft. The input of this tab is still unsaved, so it is stored
    // again.
    const keep = ({ key: gone, newValue }: StorageEvent) => {
      if (gone !== latest.current.key || newValue !== null) return;
      written.current = null;
      flush();
    };
    window.addEventListener('pagehide', flush);
    window.addEventListener('storage', keep);
    return () => {
      window.removeEventListener('pagehide', flush);
      window.removeEventListener('storage', keep);
    };
  }, [flush]);

  return {
    offered,
    /** Called after the user accepts or declines the offer. */
    settle: () => setOffered(null),
    /** Removes the draft after the form is saved or discarded. */
    end: useCallback(() => {
      ended.current = true;
      setOffered(null);
      if (latest.current.key !== null) removeDraft(localStorage, latest.current.key);
    }, []),
  };
}
