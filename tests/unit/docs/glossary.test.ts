import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';

interface Entry {
  word: string;
  chinese: string;
  entity: string | undefined;
}

const text = readFileSync(join(import.meta.dirname, '../../../docs/glossary.md'), 'utf8');
const entries: Entry[] = text
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(({ length }) => length === 7)
  .filter(([, word]) => word !== 'word' && !word?.startsWith('---'))
  .map(([, word = '', chinese = '', , , entity]) => ({
    word,
    chinese,
    entity: /`(\w+)`/.exec(entity ?? '')?.[1],
  }));

const named = entries.filter(({ entity }) => entity !== undefined);

describe('the glossary', () => {
  it('has each word once', () => {
    const words = entries.map(({ word }) => word);
    expect(words.length).toBeGreaterThan(50);
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  });

  it.each(named)('names the entity $entity like its definition', ({ word, chinese, entity }) => {
    const { title } = entityRegistry.get(entity!)!;
    expect([title.en.toLowerCase(), title.zh]).toEqual([word, chinese]);
  });
});
