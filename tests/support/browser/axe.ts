/** axe-core asked about the page as it is: nothing serious, nothing critical. */
import AxeSource from 'axe-core';
import type { Page } from 'playwright';

/**
 * Returns the violations that axe finds serious or critical: the rule, and the elements that break it with what is
 * wrong there. A theme is colours alone: one that was asked everything in another theme is asked for `contrast` only.
 */
export async function axeViolations(page: Page, asked: 'all' | 'contrast' = 'all'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AxeSource.source);
  return page.evaluate(
    async (rules) => {
      const axe = Reflect.get(globalThis, 'axe') as typeof import('axe-core');
      const only = rules ? { runOnly: rules } : {};
      const { violations } = await axe.run(document, { resultTypes: ['violations'], ...only });
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) =>
          // The button to tabs that have no room is in their list: so the library draws it.
          nodes
            .filter(({ html }) => !(id === 'aria-required-children' && html.includes('ant-tabs-nav')))
            .map(({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 160)} – ${failureSummary}`),
        );
    },
    asked === 'contrast' && ['color-contrast'],
  );
}
