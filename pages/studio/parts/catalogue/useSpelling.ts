import { useEffect, useState } from 'react';
import { loadPinyin } from '../../../../runtime/shell/palette/pinyin.ts';

type Spelling = Awaited<ReturnType<typeof loadPinyin>>;
const NOTHING: Spelling = () => [];

/** Returns how titles are spelled in pinyin. The dictionary is loaded with the first search. */
export function useSpelling(isSearched: boolean): Spelling {
  const [spell, setSpell] = useState<Spelling>(() => NOTHING);
  useEffect(() => {
    if (!isSearched) return;
    let isMounted = true;
    loadPinyin().then(
      (loaded) => isMounted && setSpell(() => loaded),
      // Without the dictionary, titles are found as they are written.
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [isSearched]);
  return spell;
}
