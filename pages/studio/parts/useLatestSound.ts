import { useRef } from 'react';
import type { Document, Verdict } from './document.ts';

interface Sound {
  document: Document;
  verdict: Verdict | null;
}

/** The newest document without problems: a preview stays while one types something that is wrong for a moment. */
export function useLatestSound(
  document: Document | null,
  verdict: Verdict | undefined,
  held: Document | null,
): Sound | null {
  const kept = useRef<{ name: unknown; sound: Sound } | null>(null);
  const name = held?.name ?? null;
  if (kept.current && kept.current.name !== name) kept.current = null;
  if (document && verdict && verdict.problems.length === 0 && kept.current?.sound.document !== document)
    kept.current = { name, sound: { document, verdict } };
  return kept.current?.sound ?? null;
}
