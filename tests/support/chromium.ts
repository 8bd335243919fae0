import { existsSync } from 'node:fs';
import chromium from '@sparticuz/chromium';
import { chromium as bundled, type LaunchOptions } from 'playwright';

/** Quiet, offline and without a sandbox, which a container's root cannot have. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** An installed Chromium when there is one, else Playwright's own, else the one that a package brings. */
export async function chromiumPath(): Promise<string> {
  const named = process.env.WATTDECK_CHROMIUM;
  if (named) return named;
  const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    existsSync,
  );
  if (installed) return installed;
  if (existsSync(bundled.executablePath())) return bundled.executablePath();
  return chromium.executablePath();
}

/** How Playwright starts the browser here. */
export async function chromiumLaunch(): Promise<LaunchOptions> {
  return { executablePath: await chromiumPath(), args: FLAGS };
}
