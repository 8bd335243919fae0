/** Definitions as they are now: those that were built in, and those that an authorised user applied since. */
export interface Registry<T> {
  get(name: string): T | undefined;
  /** In the order of the built ones; new ones come last. */
  all(): readonly T[];
  /** Replaces the built ones: a saved definition reaches a page in development without loading it again. */
  rebuild(built: Readonly<Record<string, T>>): void;
  subscribe(listener: () => void): () => void;
}

export type DefinitionKind =
  | 'dashboards'
  | 'dictionaries'
  | 'documents'
  | 'entities'
  | 'operations'
  | 'pages'
  | 'statistics';

interface Layer {
  applied: Readonly<Record<string, unknown>>;
  /** Lays what was applied over the built ones, once these are loaded. */
  lay(): void;
  listeners: Set<() => void>;
}

const makeLayer = (): Layer => ({ applied: {}, lay: () => undefined, listeners: new Set() });

/** The applied definitions, apart from the built ones: those of a kind are many, and not every page needs them. */
const layers: Record<DefinitionKind, Layer> = {
  dashboards: makeLayer(),
  dictionaries: makeLayer(),
  documents: makeLayer(),
  entities: makeLayer(),
  operations: makeLayer(),
  pages: makeLayer(),
  statistics: makeLayer(),
};

function change({ lay, listeners }: Layer): void {
  lay();
  for (const listener of listeners) listener();
}

/** Replaces everything of a kind that was applied: null hides a built definition. */
export function applyDefinitions<T>(
  kind: DefinitionKind,
  applied: Readonly<Record<string, NonNullable<T> | null>>,
): void {
  layers[kind].applied = applied;
  change(layers[kind]);
}

/** Tells when definitions of a kind have changed, whether or not they are loaded here. */
export function followDefinitions(kind: DefinitionKind, listener: () => void): () => void {
  layers[kind].listeners.add(listener);
  return () => void layers[kind].listeners.delete(listener);
}

/** The registry of a kind; there is one of each. */
export function createRegistry<T>(kind: DefinitionKind, first: Readonly<Record<string, T>>): Registry<T> {
  const layer = layers[kind];
  let built = first;
  let now: Readonly<Record<string, T>> = built;
  let list: readonly T[] = [];
  layer.lay = () => {
    const laid = Object.entries({ ...built, ...layer.applied }).filter(
      ([, definition]) => definition !== null,
    );
    now = Object.fromEntries(laid) as Record<string, T>;
    list = Object.values(now);
  };
  layer.lay();
  return {
    get: (name) => (Object.hasOwn(now, name) ? now[name] : undefined),
    all: () => list,
    rebuild(next) {
      built = next;
      change(layer);
    },
    subscribe: (listener) => followDefinitions(kind, listener),
  };
}
