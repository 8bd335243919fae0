import type { Locator, Page } from 'playwright';

/**
 * Gives the options of an open list. antd draws these lines without a role, and adds invisible ones with the role of an
 * option beside them. No other place of the tests has to know that.
 */
export const offered = (page: Page): Locator =>
  page.locator('.ant-select-item-option-content').filter({ visible: true });

/** Gives the one of these choices that has these words in it. */
export const offer = (page: Page, words: string): Locator => offered(page).filter({ hasText: words });
