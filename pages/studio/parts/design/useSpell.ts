import { useEffect, useState } from 'react';
import type { Spell } from './keys.ts';

const NOTHING: Spell = () => '';

/** Romanises Chinese titles once the dictionary is loaded. */
export function useSpell(): Spell {
  const [spell, setSpell] = useState<Spell>(() => NOTHING);
  useEffect(() => {
    let isMounted = true;
    import('../../../../runtime/core/text/pinyin.ts').then(
      ({ spellPinyin }) => isMounted && setSpell(() => (text: string) => spellPinyin(text)[0] ?? ''),
      // Without the dictionary, keys are named by the kind of the field.
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, []);
  return spell;
}
