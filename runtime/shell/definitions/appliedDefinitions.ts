/** Definitions that were applied at run time override the built-in ones. */
import type { Data } from '../../../generated/calls.ts';
import type {
  DashboardPreset,
  DictionaryDefinition,
  DocumentDefinition,
  PageDefinition,
  StatisticDefinition,
} from '../../../generated/definition.ts';
import type { OperationInfo } from '../../../generated/operations.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import { applyDefinitions } from '../../core/definitions/registry.ts';
import { REGISTERED_FOLDERS } from '../../core/definitions/studioKinds.ts';
import { applyValidators } from '../../core/definitions/validators.ts';
import { call } from '../../kit/api/client.ts';
import { applyDictionaries } from './keepDictionaries.ts';
// Applied pages override these, and the first address is searched among all of them.
import '../../core/definitions/builtPages.ts';

/** Minimum time in ms between two requests when a window becomes visible. */
const MIN_INTERVAL_MS = 10_000;

let revision: string | undefined;
let requestedAt = 0;
let loading: Promise<void> | null = null;

/** The description leaves the content of a definition open. The server has checked each by its meta schema. */
type Applied = Omit<Data<'studioApplied'>, 'operations' | (typeof REGISTERED_FOLDERS)[number]> & {
  entities: Record<string, Entity>;
  pages: Record<string, PageDefinition | null>;
  dashboards: Record<string, DashboardPreset>;
  documents: Record<string, DocumentDefinition>;
  statistics: Record<string, StatisticDefinition>;
  dictionaries: Record<string, DictionaryDefinition>;
  operations: Record<string, OperationInfo>;
};

/** Entities are last, so that screens that depend on them find everything else. */
function applyOverlay({ operations, validators, dictionaries, ...definitions }: Applied): void {
  applyValidators(validators);
  applyDefinitions('operations', operations);
  applyDictionaries(dictionaries);
  for (const folder of REGISTERED_FOLDERS.toReversed())
    if (folder !== 'dictionaries') applyDefinitions<object>(folder, definitions[folder]);
}

async function load(): Promise<void> {
  requestedAt = Date.now();
  const answer = await call('studioApplied', { query: { since: revision } }, { quiet: true });
  const applied = answer as Applied;
  if (!applied.changed) return;
  // If nothing was applied, the first answer changes nothing.
  const nothing = revision === undefined && Object.values(applied).every(isEmpty);
  revision = applied.revision;
  if (nothing) return;
  // Applied definitions may use any call.
  await import('../../core/definitions/allOperations.ts');
  applyOverlay(applied);
}

const isEmpty = (part: unknown): boolean => typeof part !== 'object' || Object.keys(part ?? {}).length === 0;

/** Loads the current definitions. Simultaneous callers share one request. */
export function loadDefinitions(): Promise<void> {
  loading ??= load().finally(() => {
    loading = null;
  });
  return loading;
}

/** Other users may have applied definitions while the window was hidden. */
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState !== 'visible' || Date.now() - requestedAt < MIN_INTERVAL_MS) return;
  loadDefinitions().catch(() => {
    // A failure is ignored. The next call requests the definitions again.
  });
});
