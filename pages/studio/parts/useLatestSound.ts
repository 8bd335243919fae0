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
  stored: Document | null,
): Sound | null {
  const latest = useRef<{ name: unknown; sound: Sound } | null>(null);
  const name = stored?.name ?? null;
  if (latest.current && latest.current.name !== name) latest.current = null;
  if (document && verdict && verdict.problems.length === 0 && latest.current?.sound.document !== document)
    latest.current = { name, sound: { document, verdict } };
  return latest.current?.sound ?? null;
}
