import { expect, it } from 'vitest';
import { enStart } from '../../../../runtime/kit/i18n/en.start.ts';
import { en as enRest } from '../../../../runtime/kit/i18n/en.ts';
import { setLang, type TextKey, translate } from '../../../../runtime/kit/i18n/index.ts';
import { zhStart } from '../../../../runtime/kit/i18n/zh.start.ts';
import { zh as zhRest } from '../../../../runtime/kit/i18n/zh.ts';

const zh = { ...zhStart, ...zhRest };
const en = { ...enStart, ...enRest };
const keys = Object.keys(zh) as TextKey[];
const parameters = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

it('has the same keys in both languages', () => {
  expect(Object.keys(en).sort()).toEqual([...keys].sort());
});

it.each(keys)('%s has a text in both languages, with no parameter that only one of them knows', (key) => {
  expect(zh[key].trim()).not.toBe('');
  expect(en[key].trim()).not.toBe('');
  const [fewer, more] = [parameters(en[key]), parameters(zh[key])].sort((a, b) => a.length - b.length);
  expect(more).toEqual(expect.arrayContaining(fewer ?? []));
});

it('fills parameters in as text, never as markup or as further keys', async () => {
  await setLang('en');
  expect(translate('en', 'page.noPermissionText', { title: '<b>$t(common.save){x}' })).toContain(
    '“<b>$t(common.save){x}”',
  );
});
