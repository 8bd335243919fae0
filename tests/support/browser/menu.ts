import type { Page } from 'playwright';

/** Opens all groups of the menu, which begin folded where it is long. */
export async function unfoldMenu(page: Page): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link').first().waitFor();
  const folded = menu.getByRole('button', { expanded: false });
  while ((await folded.count()) > 0) await folded.first().click();
}
