/** What was applied while the platform runs, laid over the definitions that were built in. */
import type { Data } from '../../../generated/calls.ts';
import { dashboardRegistry } from '../../core/definitions/dashboards.ts';
import { entityRegistry } from '../../core/definitions/entities.ts';
import { operationRegistry } from '../../core/definitions/operations.ts';
import { pageRegistry } from '../../core/definitions/pages.ts';
import { applyValidators } from '../../core/definitions/validators.ts';
import { call } from '../../kit/api/client.ts';

/** A window that is looked at again asks at most this often. */
const ASK_AGAIN_MS = 10_000;

let revision: string | undefined;
let asked = 0;
let loading: Promise<void> | null = null;

type Applied = Data<'studioApplied'>;

/** Entities last: screens that follow them find everything else in place. */
function applyOverlay({ entities, pages, dashboards, operations, validators }: Applied): void {
  applyValidators(validators);
  operationRegistry.apply(operations as never);
  dashboardRegistry.apply(dashboards as never);
  pageRegistry.apply(pages as never);
  entityRegistry.apply(entities as never);
}

async function load(): Promise<void> {
  asked = Date.now();
  const applied = await call('studioApplied', { query: { since: revision } }, { quiet: true });
  if (!applied.changed) return;
  // The first answer of a platform where nothing was applied changes nothing.
  const nothing = revision === undefined && Object.values(applied).every(isEmpty);
  revision = applied.revision;
  if (!nothing) applyOverlay(applied);
}

const isEmpty = (part: unknown): boolean => typeof part !== 'object' || Object.keys(part ?? {}).length === 0;

/** Brings the definitions up to date; several who ask at once share the answer. */
export function loadDefinitions(): Promise<void> {
  loading ??= load().finally(() => {
    loading = null;
  });
  return loading;
}

/** Somebody else may have applied something while the window was not looked at. */
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState !== 'visible' || Date.now() - asked < ASK_AGAIN_MS) return;
  loadDefinitions().catch(() => {
    // Asked again the next time; until then everything stays as it is.
  });
});
