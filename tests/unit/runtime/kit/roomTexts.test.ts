import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import type { Text } from '../../../../generated/definition.ts';
import { start as zhStart } from '../../../../runtime/kit/i18n/zh/start.ts';
import { zh } from '../../../../runtime/kit/i18n/zh.ts';

const rooms = globSync('{widgets,pages}/*/texts.json').map((path) => ({
  room: dirname(path),
  texts: JSON.parse(readFileSync(path, 'utf8')) as Record<string, Text>,
}));
const parameters = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

it('finds the texts of widgets and pages', () => {
  expect(rooms.length).toBeGreaterThan(20);
});

it.each(rooms)('$room has all texts in both languages, and no common ones', ({ room, texts }) => {
  const source = globSync(`${room}/**/*.{ts,tsx}`)
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  for (const [key, text] of Object.entries(texts)) {
    expect(text.zh.trim() && text.en.trim(), key).toBeTruthy();
    const [fewer, more] = [parameters(text.en), parameters(text.zh)].sort((a, b) => a.length - b.length);
    expect(more, key).toEqual(expect.arrayContaining(fewer ?? []));
    expect(key in zh || key in zhStart, key).toBe(false);
    // Some keys are composed in the code: `csv.state.${state}`.
    const stems = key.split('.').map((_, at, parts) => `\`${parts.slice(0, at).join('.')}.\${`);
    const isUsed = source.includes(`'${key}'`) || stems.some((stem) => source.includes(stem));
    expect(isUsed, `${key} is used`).toBe(true);
  }
});
