/** The current definitions: the built-in ones, and those applied at run time. */
export interface Registry<T> {
  get(name: string): T | undefined;
  /** Returns all definitions. Built-in definitions keep their order, and new ones follow. */
  all(): readonly T[];
  /**
   * Replaces the built-in definitions. In development a saved definition therefore updates the page without a reload.
   */
  rebuild(built: Readonly<Record<string, T>>): void;
  /**
   * Adds built-in definitions that were loaded later. Existing ones remain the same objects. Only components that
   * render definitions are notified.
   */
  bring(more: Readonly<Record<string, T>>): void;
  /** Returns whether the built-in definition is loaded. */
  isHere(name: string): boolean;
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
  /** Merges the applied definitions into the loaded built-in ones. */
  lay(): void;
  /** Listeners that render definitions. They are notified last. */
  drawers: Set<() => void>;
  /** Listeners for changed definitions. */
  followers: Set<() => void>;
}

const makeLayer = (): Layer => ({
  ...{ applied: {}, lay: () => undefined },
  ...{ drawers: new Set<() => void>(), followers: new Set<() => void>() },
});

/** The applied definitions by kind. They are stored before the built-in ones of their kind are loaded. */
const layers: Record<DefinitionKind, Layer> = {
  dashboards: makeLayer(),
  dictionaries: makeLayer(),
  documents: makeLayer(),
  entities: makeLayer(),
  operations: makeLayer(),
  pages: makeLayer(),
  statistics: makeLayer(),
};

function change({ lay, drawers, followers }: Layer): void {
  lay();
  for (const listener of [...followers, ...drawers]) listener();
}

function follow(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Replaces all applied definitions of a kind. Null hides a built definition. */
export function applyDefinitions<T>(
  kind: DefinitionKind,
  applied: Readonly<Record<string, NonNullable<T> | null>>,
): void {
  layers[kind].applied = applied;
  change(layers[kind]);
}

/** Calls the listener when definitions of a kind change, even if that kind is not loaded yet. */
export const followDefinitions = (kind: DefinitionKind, listener: () => void): (() => void) =>
  follow(layers[kind].followers, listener);

/** Creates the registry of a kind. Each kind has exactly one. */
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
  const isHere = (name: string): boolean => Object.hasOwn(built, name);
  return {
    get: (name) => (Object.hasOwn(now, name) ? now[name] : undefined),
    all: () => list,
    rebuild(next) {
      built = next;
      change(layer);
    },
    bring(more) {
      if (Object.keys(more).every(isHere)) return;
      built = { ...more, ...built };
      layer.lay();
      for (const draw of layer.drawers) draw();
    },
    isHere,
    subscribe: (listener) => follow(layer.drawers, listener),
  };
}
