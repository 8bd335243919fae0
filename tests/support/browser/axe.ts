/** Runs axe-core on the current page, which must have no serious and no critical violation. */
import AxeSource from 'axe-core';
import type { Page } from 'playwright';

/**
 * Returns the violations that axe finds serious or critical: the rule, and the elements that violate it with the
 * reason. A theme consists only of colours. A page with a full check in one theme needs only `contrast` in another.
 */
export async function axeViolations(page: Page, checks: 'all' | 'contrast' = 'all'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AxeSource.source);
  return page.evaluate(
    async (rules) => {
      const axe = Reflect.get(globalThis, 'axe') as typeof import('axe-core');
      const only = rules ? { runOnly: rules } : {};
      const { violations } = await axe.run(document, { resultTypes: ['violations'], ...only });
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) =>
          // antd puts the button for hidden tabs into the list of tabs.
          nodes
            .filter(({ html }) => !(id === 'aria-required-children' && html.includes('ant-tabs-nav')))
            .map(({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 160)} – ${failureSummary}`),
        );
    },
    checks === 'contrast' && ['color-contrast'],
  );
}
