import { whenAtRest } from './whenAtRest.ts';

const expected = new Set<() => Promise<unknown>>();

/** Loads a program once when the page is at rest, so that it is here when the user asks for it. */
export function loadAtRest(load: () => Promise<unknown>): void {
  if (expected.has(load)) return;
  expected.add(load);
  // A file that fails to load now is requested again when it is used.
  whenAtRest(() => void load().catch(() => undefined));
}
