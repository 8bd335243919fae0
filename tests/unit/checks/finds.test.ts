import { describe, expect, it } from 'vitest';
import { findBreaches } from '../../checks/finds.ts';

const TEST = 'tests/browser/some.test.ts';

describe('a browser test that finds elements by a CSS class', () => {
  it.each([
    `await page.locator('.wd-list').waitFor();`,
    `await page.locator('main .ant-drawer [role=dialog]').waitFor();`,
    `await page.locator(\n  'button.primary',\n).click();`,
    `document.querySelectorAll('th, .wd-page');`,
    'const [chart] = element.closest(`.chart`);',
    `await axe.run('.wd-board', { rules });`,
    `const list = '.wd-list';`,
  ])('is refused: %s', (text) => {
    expect(findBreaches(TEST, text)).toEqual([expect.stringContaining(`${TEST}:1: finds by a CSS class`)]);
  });

  it('is refused at its line, also in shared helpers', () => {
    const text = `import 'playwright';\n\nawait page.locator('.wd-list').click();`;
    expect(findBreaches('tests/support/some.ts', text)).toEqual([expect.stringContaining('some.ts:3:')]);
  });

  it.each([
    ['a role', `page.getByRole('button', { name: 'a.b' })`],
    ['a key of the product', `page.locator('[data-page="map.list"] #main > div:nth-child(2)')`],
    ['a text with a point', `page.getByText('Version 1.wd')`],
    ['a class that is read', `expect(element.className).toBe('wd-list')`],
  ])('is not %s', (_, text) => {
    expect(findBreaches(TEST, text)).toEqual([]);
  });

  it('is allowed where another check reads the page', () => {
    expect(findBreaches('tests/unit/some.test.ts', `page.querySelector('.wd-list')`)).toEqual([]);
  });
});
