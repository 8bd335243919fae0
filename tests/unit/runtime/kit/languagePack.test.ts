/** A third language is a single pack. The English text is used if the pack lacks a text. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isLang, type Lang, setLanguage } from '../../../../runtime/core/text/lang.ts';
import { pickText, setPhrases } from '../../../../runtime/core/text/pickText.ts';
import { loadAllTexts, setLang, translate } from '../../../../runtime/kit/i18n/index.ts';
import { makeLibrary } from '../../../../runtime/kit/i18n/library.ts';
import { setPack } from '../../../../runtime/kit/i18n/packs.ts';
import customer from '../../../../schemas/entities/manager/customer.json' with { type: 'json' };

const GERMAN = {
  ...{ code: 'de', name: 'Deutsch', switchTo: 'Auf Deutsch umstellen', locale: 'de-DE', near: 'en' as const },
  ...{ comma: ', ', semicolon: '; ', colon: ': ' },
};
const OWN = {
  'sample.save': { zh: '保存样本', en: 'Save the sample' },
  'sample.drop': { zh: '删除样本', en: 'Delete the sample' },
  'sample.rows': { zh: '{count} 个样本', en: '{count} samples' },
};
const activated: string[] = [];
const PACK = {
  texts: { 'board.edit': 'Übersicht bearbeiten', 'list.editRows': '{count} Zeilen' },
  phrases: { Customer: 'Kunde', 'Open|打开': 'Öffnen', 'Save the sample': 'Probe speichern' },
  antd: { locale: 'de' },
  activate: () => void activated.push('de'),
};
const dropLanguage = setLanguage(GERMAN);

function readGerman(): Lang {
  const code: string = GERMAN.code;
  if (!isLang(code)) throw new Error('the language was not added');
  return code;
}

const german = readGerman();
const dropPack = setPack(german, PACK);

beforeAll(async () => {
  await loadAllTexts();
  await setLang(german);
});
/** Other tests of the process share the languages. */
afterAll(async () => {
  await setLang('zh');
  setPhrases(german, {});
  dropPack();
  dropLanguage();
});

it('shows the texts of the pack, and English for missing ones', () => {
  expect(translate(german, 'board.edit')).toBe('Übersicht bearbeiten');
  expect(translate(german, 'board.undo')).toBe('Undo');
  expect(translate(german, 'login.title')).toBe('Sign in');
  expect(activated).toContain('de');
});

it('uses no English singular if the plural is translated', () => {
  expect(translate(german, 'list.editRows', { count: 1 })).toBe('1 Zeilen');
  expect(translate(german, 'versions.amount', { count: 1 })).toBe('1 widget');
  expect(translate(german, 'versions.amount', { count: 2 })).toBe('2 widgets');
});

it.each(['before', 'after'])('translates the texts of a page that is opened %s the pack arrives', (time) => {
  const library = makeLibrary();
  library.add('en', Object.fromEntries(Object.entries(OWN).map(([key, { en }]) => [key, en])));
  if (time === 'before') library.addOwn(OWN);
  library.addPack(german, {
    texts: { 'sample.rows': '{count} Proben' },
    phrases: { 'Save the sample': 'Probe speichern' },
    antd: { locale: 'de' },
    activate: () => undefined,
  });
  if (time === 'after') library.addOwn(OWN);
  expect(library.find(german, 'sample.save')).toBe('Probe speichern');
  expect(library.find(german, 'sample.rows', { count: 3 })).toBe('3 Proben');
  expect(library.find(german, 'sample.drop')).toBe('Delete the sample');
});

it('translates definitions by their English text, and by both texts if it is ambiguous', () => {
  expect(pickText(customer.title, german)).toBe('Kunde');
  expect(pickText({ zh: '打开', en: 'Open' }, german)).toBe('Öffnen');
  expect(pickText({ zh: '未结', en: 'Open' }, german)).toBe('Open');
  expect(pickText(OWN['sample.save'], german)).toBe('Probe speichern');
  expect(pickText(OWN['sample.drop'], german)).toBe('Delete the sample');
});
