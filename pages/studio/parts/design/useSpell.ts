import { useEffect, useState } from 'react';
import type { Spell } from './keys.ts';

const NOTHING: Spell = () => '';

/** Spells Chinese titles in letters, once the dictionary is there. */
export function useSpell(): Spell {
  const [spell, setSpell] = useState<Spell>(() => NOTHING);
  useEffect(() => {
    let isMounted = true;
    import('../../../../runtime/core/text/pinyin.ts').then(
      ({ spellPinyin }) => isMounted && setSpell(() => (text: string) => spellPinyin(text)[0] ?? ''),
      // Keys are then named by the kind of the field.
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, []);
  return spell;
}
