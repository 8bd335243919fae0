/** Errors and documents are written in a third language by its pack. */
import { afterAll, expect, it } from 'vitest';
import { isLang, type Lang, setLanguage } from '../../../../runtime/core/text/lang.ts';
import { setPhrases } from '../../../../runtime/core/text/pickText.ts';
import type { StampedPaper } from '../../../../server/engine/documents/paper.ts';
import makePdf from '../../../../server/engine/documents/pdfTask.ts';
import { AppError, answerError } from '../../../../server/platform/errors/errors.ts';
import { pickLang } from '../../../../server/platform/language.ts';
import { readPdf } from '../../../support/records/papers.ts';

const dropLanguage = setLanguage({
  ...{ code: 'de', name: 'Deutsch', switchTo: 'Auf Deutsch umstellen', locale: 'de-DE', near: 'en' },
  ...{ comma: ', ', semicolon: '; ', colon: ': ' },
});
setPhrases('de', {
  Order: 'Auftrag',
  "This {title} is in use ({user}) and can't be deleted": '„{title}“ wird von „{user}“ verwendet',
  'page {page} of {pages}': 'Seite {page} von {pages}',
});

/** Other tests of the process share the languages. */
afterAll(() => {
  setPhrases('de', {});
  dropLanguage();
});

function readGerman(): Lang {
  const german = pickLang('de-CH,de;q=0.9,en;q=0.8');
  if (!isLang(german)) throw new Error('the language was not added');
  return german;
}

it('takes the language from the request', () => {
  expect(readGerman()).toBe('de');
  expect(pickLang('fr,en;q=0.8')).toBe('en');
  expect(pickLang('fr')).toBe('zh');
});

it('returns errors with the texts of the pack, and English ones if missing', () => {
  const title = { zh: '订单', en: 'Order' };
  const used = new AppError('entity.inUse', { title, user: { zh: '发票', en: 'Invoice' } });
  expect(answerError(used, readGerman()).body.msg).toBe('„Auftrag“ wird von „Invoice“ verwendet');
  const lacking = new AppError('document.noLetter', { letter: 'x', code: 'U+0078' });
  expect(answerError(lacking, readGerman()).body.msg).toBe(answerError(lacking, 'en').body.msg);
});

it('prints the page numbers of a document in the language', async () => {
  const paper: StampedPaper = {
    ...{ lang: readGerman(), title: 'Angebot', number: 'Q1', from: 'Basel', asOf: '2026-11-25T10:00:00Z' },
    ...{ isLandscape: false, isLabel: false, code: '0123456789ab' },
    blocks: [{ kind: 'text', paragraphs: ['Kurz.'] }],
  };
  const pages: string[] = [];
  for await (const file of makePdf(paper)) pages.push(...(await readPdf(file)).pages);
  expect(pages.join('')).toContain('Seite 1 von 1');
});
