import { expect, it } from 'vitest';
import { languageBreaches } from '../../checks/testLanguage.ts';

const FILE = 'tests/browser/boards/board.test.ts';

it('returns each line of a browser test that is in Chinese', () => {
  expect(languageBreaches(FILE, "await page\n  .getByText('看板已保存')\n  .waitFor();")).toEqual([
    `${FILE}:2: is in Chinese: browser tests find things by their English words`,
  ]);
});

it.each([
  [FILE, "const title = { zh: '备件', en: 'Spare part' };"],
  ['tests/browser/lists/command.test.ts', "await field.fill('告警记录');"],
  ['tests/api/search.test.ts', "search: '告警'"],
])('leaves %s with %s', (file, line) => {
  expect(languageBreaches(file, line)).toEqual([]);
});
