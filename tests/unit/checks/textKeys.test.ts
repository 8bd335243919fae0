import { expect, it } from 'vitest';
import { textKeyBreaches } from '../../checks/textKeys.ts';

const COMMON = 'runtime/kit/i18n/zh/list.ts';
const common = (...keys: string[]) => ({
  file: COMMON,
  text: `export const zhList = {\n${keys.map((key) => `  '${key}': 'x',\n`).join('')}};\n`,
});
const shows = (file: string, text: string) => ({ file, text });

it('refuses a common text that only one widget or page shows', () => {
  const files = [common('list.one'), shows('widgets/trend/Trend.tsx', "t('list.one')")];
  expect(textKeyBreaches(files)).toEqual([
    `${COMMON}: only widgets/trend shows 'list.one': move it to widgets/trend/texts.json`,
  ]);
  expect(textKeyBreaches([...files, shows('pages/me/Me.tsx', "t('list.one')")])).toEqual([]);
  expect(textKeyBreaches([...files, shows('runtime/list/screen/ListBody.tsx', "t('list.one')")])).toEqual([]);
});

it('refuses an unused text, even if a test or another language contains it', () => {
  const files = [
    common('list.one'),
    shows('tests/browser/lists/list.test.ts', "t('list.one')"),
    shows('runtime/kit/i18n/en/list.ts', "  'list.one': 'y',"),
  ];
  expect(textKeyBreaches(files)).toEqual([`${COMMON}: nothing shows 'list.one': take it out`]);
});

it('recognises composed keys by their beginning and their end', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the text of a program
  const used = shows('runtime/kit/jobs/jobs.ts', 'translate(lang, `job.${job.status}.text`)');
  expect(textKeyBreaches([common('job.done.text'), used])).toEqual([]);
  expect(textKeyBreaches([common('job.done.title'), used])).toHaveLength(1);
});

it('keeps the texts of the login page separate', () => {
  const start = { ...common('login.one'), file: 'runtime/kit/i18n/zh/start.ts' };
  expect(textKeyBreaches([start, shows('pages/login/Login.tsx', "t('login.one')")])).toEqual([]);
  expect(textKeyBreaches([start])).toHaveLength(1);
});
