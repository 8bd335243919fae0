import type { Locator, Page } from 'playwright';

/**
 * Gives what an open list of choices offers. antd draws these lines without a role, and stands others with the role of an
 * option beside them that nobody can see or press: no other place of the tests has to know that.
 */
export const offered = (page: Page): Locator =>
  page.locator('.ant-select-item-option-content').filter({ visible: true });

/** Gives the one of these choices that has these words in it. */
export const offer = (page: Page, words: string): Locator => offered(page).filter({ hasText: words });
