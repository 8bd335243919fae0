/** Pinyin search with whole syllables or initials. The dictionary is loaded on the first search. */
type Spell = (text: string) => readonly string[];

const syllables = new Map<string, readonly string[]>();

export async function loadPinyin(): Promise<Spell> {
  const { spellPinyin } = await import('../../core/text/pinyin.ts');
  return (text) => {
    const spelled = syllables.get(text) ?? spellPinyin(text);
    syllables.set(text, spelled);
    return spelled;
  };
}
