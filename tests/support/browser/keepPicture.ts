import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';

/** Stores a picture of the page if WATTDECK_SHOTS names a folder, for inspection. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.WATTDECK_SHOTS;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
