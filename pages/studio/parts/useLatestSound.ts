import { useRef } from 'react';
import type { Document, Verdict } from './document.ts';

interface Sound {
  document: Document;
  verdict: Verdict | null;
}

/** Returns the newest document without problems, so that a preview remains during a short mistake in typing. */
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
