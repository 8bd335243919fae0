/** Chinese is typed in whole syllables and first letters. The dictionary is fetched when somebody searches. */
type Spell = (text: string) => readonly string[];

const kept = new Map<string, readonly string[]>();

export async function loadPinyin(): Promise<Spell> {
  const { spellPinyin } = await import('../../core/pinyin.ts');
  return (text) => {
    const spelled = kept.get(text) ?? spellPinyin(text);
    kept.set(text, spelled);
    return spelled;
  };
}
