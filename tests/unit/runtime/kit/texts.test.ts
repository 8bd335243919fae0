import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { start as enStart } from '../../../../runtime/kit/i18n/en/start.ts';
import { en as enRest } from '../../../../runtime/kit/i18n/en.ts';
import {
  loadAllTexts,
  type OwnText,
  setLang,
  type TextKey,
  translate,
} from '../../../../runtime/kit/i18n/index.ts';
import { start as zhStart } from '../../../../runtime/kit/i18n/zh/start.ts';
import { zh as zhRest } from '../../../../runtime/kit/i18n/zh.ts';

const zh = { ...zhStart, ...zhRest };
const en = { ...enStart, ...enRest };
const keys = Object.keys(zh) as TextKey[];
const parameters = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

const ONE = /_one$/;
/** Texts that are shown only for more than one thing. */
const ALWAYS_SEVERAL = new Set([
  ...['widget.stationMap.together', 'look.dataFirst', 'form.variablesMore'],
  // Shown for more than a page of records.
  ...['list.selectAll', 'list.selectedAll'],
]);
const single = Object.keys(en).filter((key) => ONE.test(key));

it('has the same keys in both languages, and English singulars beside plurals', () => {
  const other = Object.keys(en).filter((key) => !ONE.test(key));
  expect(other.sort()).toEqual([...keys].sort());
  for (const key of single) expect(keys).toContain(key.replace(ONE, ''));
});

/** Matches `{count} widgets`, also with a word in between. An amount of something is never singular. */
const SEVERAL = /\{count\} (?:[a-z]+ )?[a-z]+s\b(?<!\bis|\bthis|\bas)/;

it('uses the singular in English for one thing', async () => {
  const texts: Record<string, string> = en;
  for (const path of globSync('{widgets,pages}/*/texts.json')) {
    const own = JSON.parse(readFileSync(path, 'utf8')) as Record<string, OwnText>;
    for (const [key, { en: text, one }] of Object.entries(own)) {
      texts[key] = text;
      if (one) texts[`${key}_one`] = one;
    }
  }
  const wrong = Object.entries(texts).filter(
    ([key, text]) => !ONE.test(key) && SEVERAL.test(text) && !ALWAYS_SEVERAL.has(key) && !texts[`${key}_one`],
  );
  expect(wrong).toEqual([]);
  for (const lang of ['zh', 'en'] as const) {
    await setLang(lang);
    await loadAllTexts();
  }
  expect(translate('en', 'versions.amount', { count: 1 })).toBe('1 widget');
  expect(translate('en', 'versions.amount', { count: 2 })).toBe('2 widgets');
  expect(translate('en', 'excel.go', { count: '1,204' })).toBe('Import 1,204 rows');
  expect(translate('zh', 'versions.amount', { count: 1 })).toBe('1 个组件');
});

it.each(keys)('%s has a text in both languages, with the same parameters', (key) => {
  expect(zh[key].trim()).not.toBe('');
  expect(en[key].trim()).not.toBe('');
  const [fewer, more] = [parameters(en[key]), parameters(zh[key])].sort((a, b) => a.length - b.length);
  expect(more).toEqual(expect.arrayContaining(fewer ?? []));
});

it('interpolates parameters as text, never as markup or as further keys', async () => {
  await setLang('en');
  expect(translate('en', 'page.noPermissionText', { title: '<b>$t(common.save){x}' })).toContain(
    '“<b>$t(common.save){x}”',
  );
});
