import { expect, it } from 'vitest';
import {
  collectTexts,
  listLacking,
  readDefinition,
  readPairs,
  writeEntries,
} from '../../../../server/build/texts/collectTexts.ts';

it('finds texts in code, in any way of writing both languages', () => {
  const code = `const A = { zh: '打开', en: "Don't open" };
    say('是', 'Yes'); const B = ['值班表', 'The roster']; const C = { zh: \`\${n} 条\`, en: \`\${n} rows\` };`;
  expect(readPairs(code)).toEqual([
    { zh: '打开', en: "Don't open" },
    { zh: '是', en: 'Yes' },
    { zh: '值班表', en: 'The roster' },
  ]);
});

it('finds texts at any depth of a definition', () => {
  const title = { zh: '客户', en: 'Customer' };
  expect(readDefinition({ title, fields: [{ title: { zh: '名称', en: 'Name' } }] })).toEqual([
    title,
    { zh: '名称', en: 'Name' },
  ]);
});

it('lists texts that a pack lacks by key, by the English text, or by both texts', () => {
  const texts = [
    { key: 'board.edit', zh: '编辑看板', en: 'Edit board' },
    { zh: '打开', en: 'Open' },
    { zh: '未结', en: 'Open' },
    { zh: '客户', en: 'Customer' },
  ];
  const lacking = listLacking(texts, { 'board.edit': 'Bearbeiten', 'Open|打开': 'Öffnen' });
  expect(lacking).toEqual(texts.slice(2));
  expect(JSON.parse(writeEntries(lacking))).toEqual({ Open: 'Open', Customer: 'Customer' });
});

it('finds the texts of every layer', () => {
  const floors = collectTexts('.');
  const has = (floor: keyof typeof floors, en: string) => floors[floor].some((one) => one.en === en);
  expect(has('interface', 'Edit board')).toBe(true);
  expect(has('definitions', 'Customer')).toBe(true);
  expect(floors.server.length).toBeGreaterThan(100);
  expect(has('documents', 'page {page} of {pages}')).toBe(true);
});
