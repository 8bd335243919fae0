/** How Chinese is typed: whole syllables and first letters. The dictionary is fetched when somebody searches. */
type Spell = (text: string) => readonly string[];

const HAN = /\p{Script=Han}/u;
const kept = new Map<string, readonly string[]>();

export async function loadPinyin(): Promise<Spell> {
  const { pinyin } = await import('pinyin-pro');
  return (text) => {
    if (!HAN.test(text)) return [];
    let spelled = kept.get(text);
    if (!spelled) {
      const syllables = pinyin(text, { toneType: 'none', type: 'array', nonZh: 'consecutive' });
      spelled = [syllables.join(''), syllables.map((syllable) => syllable[0]).join('')];
      kept.set(text, spelled);
    }
    return spelled;
  };
}
