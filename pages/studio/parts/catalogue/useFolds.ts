import { useState } from 'react';
import { readSession, writeSession } from '../../../../runtime/kit/browser/storage.ts';

const KEY = 'EMS-studioCatalogue';

interface Folds {
  search: string;
  /** The keys of the areas that were opened, and of the kinds that were folded. */
  toggled: readonly string[];
}

function readFolds(): Folds {
  try {
    const { search, toggled } = JSON.parse(readSession(KEY) ?? '{}') as Partial<Folds>;
    return {
      search: typeof search === 'string' ? search : '',
      toggled: Array.isArray(toggled) ? toggled.map(String) : [],
    };
  } catch {
    return { search: '', toggled: [] };
  }
}

/** Keeps the search and the folded groups of the catalogue for the session. */
export function useFolds() {
  const [folds, setFolds] = useState(readFolds);
  const store = (next: Folds) => {
    writeSession(KEY, JSON.stringify(next));
    setFolds(next);
  };
  const { search, toggled } = folds;
  return {
    search,
    setSearch: (typed: string) => store({ ...folds, search: typed }),
    isToggled: (key: string) => toggled.includes(key),
    toggle: (key: string) =>
      store({
        ...folds,
        toggled: toggled.includes(key) ? toggled.filter((one) => one !== key) : [...toggled, key],
      }),
  };
}
