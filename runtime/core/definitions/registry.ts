/** The present definitions: the built ones, and those that an authorised user has applied since. */
export interface Registry<T> {
  get(name: string): T | undefined;
  /** Returns all definitions in the order of the built ones. New ones come last. */
  all(): readonly T[];
  /** Replaces the built ones, so that a saved definition reaches a page in development without a reload. */
  rebuild(built: Readonly<Record<string, T>>): void;
  /**
   * Adds built ones that were loaded later. One that is here stays the same object. Users of the registry are drawn
   * again, and what others read does not change.
   */
  bring(more: Readonly<Record<string, T>>): void;
  /** Returns whether the built one has been loaded. */
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
  /** Merges the applied definitions into the built ones, once these are loaded. */
  lay(): void;
  /** Listeners that draw definitions. They are called last. */
  drawers: Set<() => void>;
  /** Listeners that follow changes of definitions. */
  followers: Set<() => void>;
}

const makeLayer = (): Layer => ({
  ...{ applied: {}, lay: () => undefined },
  ...{ drawers: new Set<() => void>(), followers: new Set<() => void>() },
});

/** The applied definitions, separate from the built ones. Those of a kind are many, and not every page needs them. */
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

/** Runs the listener when definitions of a kind have changed, whether or not they are loaded here. */
export const followDefinitions = (kind: DefinitionKind, listener: () => void): (() => void) =>
  follow(layers[kind].followers, listener);

/** Creates the registry of a kind. There is one for each. */
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
