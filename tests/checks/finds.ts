/**
 * A browser test finds an element as a user or a screen reader does: by role and name, or by its text. It may also
 * use an attribute that the product itself needs (`data-widget`, `#main`). CSS classes are not allowed, because they
 * change with the design.
 */

const TESTS = /^tests\/(?:browsers?|support)\//;
/** Matches calls whose first argument is a selector. */
const SELECTION =
  /\b(?:locator|querySelector(?:All)?|closest|matches|waitForSelector|run)\(\s*(['"`])(.*?)\1/gs;
const OWN_CLASS = /['"`\s(,>]\.(?:ant|wd)-\w/;
const CLASS = /(?:^|[^\d.])\.[a-z_][\w-]*/i;

const WITH_A_REASON: Readonly<Record<string, string>> = {
  'tests/support/browser/options.ts': 'antd draws the choices of a list without a role',
  'tests/support/browser/tab.ts': 'antd draws the outline of what is on its way without a role',
};

const isByClass = (selector: string): boolean => CLASS.test(selector.replaceAll(/\[[^\]]*\]/g, '[]'));

/** Returns a line for each place of a test that finds an element by a CSS class. */
export function findBreaches(file: string, text: string): string[] {
  if (!TESTS.test(file) || file in WITH_A_REASON) return [];
  const places = [...text.matchAll(SELECTION)]
    .filter(([, , selector = '']) => isByClass(selector))
    .map(({ index }) => text.slice(0, index).split('\n').length);
  const named = text.split('\n').flatMap((line, at) => (OWN_CLASS.test(line) ? [at + 1] : []));
  return [...new Set([...places, ...named])].map(
    (line) => `${file}:${line}: finds by a CSS class: find by role and name, text, or a key of the product`,
  );
}
