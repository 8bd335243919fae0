import type { Locator, Page } from 'playwright';

/**
 * Returns the options of an open list. antd draws them without a role, and adds invisible elements with the role of an
 * option. Only this helper depends on that.
 */
export const offered = (page: Page): Locator =>
  page.locator('.ant-select-item-option-content').filter({ visible: true });

/** Returns the choice that contains these words. */
export const offer = (page: Page, words: string): Locator => offered(page).filter({ hasText: words });
