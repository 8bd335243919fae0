import { whenAtRest } from './whenAtRest.ts';

const expected = new Set<() => Promise<unknown>>();

/** Preloads a module when the page has finished loading. */
export function loadAtRest(load: () => Promise<unknown>): void {
  if (expected.has(load)) return;
  expected.add(load);
  // A file that fails to load is requested again on use.
  whenAtRest(() => void load().catch(() => undefined));
}
