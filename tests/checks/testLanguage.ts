/**
 * The browser tests read the product in one language (`TEST_LANG`). An author of a new test therefore finds the words
 * of the others. A definition's Chinese text (`zh: '…'`) is data, beside its English one.
 */

const TESTS = /^tests\/browser\//;
const CHINESE = /\p{Script=Han}/u;
const TEXT_OF_A_DEFINITION = /\bzh: (['"`]).*?\1/g;

/** These tests are about a language, or about texts that users write in it. */
const WITH_A_REASON: Readonly<Record<string, string>> = {
  'tests/browser/business/amounts.test.ts': 'an order fits the window in both languages',
  'tests/browser/lists/command.test.ts': 'pinyin finds Chinese words',
  'tests/browser/lists/excel.test.ts': 'a file may have its headings in the other language',
  'tests/browser/access/firstVisit.test.ts': 'a first visit speaks the language of the browser',
  'tests/browser/records/form.test.ts': 'files keep Chinese names',
  'tests/browser/lists/list.test.ts': 'a list speaks the language of its reader',
  'tests/browser/walks/pages.test.ts': 'a language is offered under its own name',
  'tests/browser/shell/start.test.ts': 'the bar of a phone has room for its words in both languages',
  'tests/browser/studio/studio.test.ts': 'a title is written in both languages',
};

/** Returns a line for each place of a browser test that is in Chinese. */
export function languageBreaches(file: string, text: string): string[] {
  if (!TESTS.test(file) || file in WITH_A_REASON) return [];
  return text
    .split('\n')
    .flatMap((line, at) =>
      CHINESE.test(line.replaceAll(TEXT_OF_A_DEFINITION, ''))
        ? [`${file}:${at + 1}: is in Chinese: browser tests find things by their English words`]
        : [],
    );
}
