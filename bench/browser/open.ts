import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright';
import { chromiumLaunch } from '../../tests/support/browser/chromium.ts';
import { missing } from '../kit/report.ts';
import { isMini } from '../kit/size.ts';

/**
 * Opens the browser before any other step. A miniature run without a browser ends here, because it can measure
 * nothing.
 */
export async function openBrowser(): Promise<Browser> {
  const options = await chromiumLaunch().catch(() => null);
  if (options?.executablePath && existsSync(options.executablePath)) return chromium.launch(options);
  if (!isMini) throw new Error('there is no Chromium here');
  missing('Chromium');
  process.exit(0);
}
