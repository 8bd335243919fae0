/** The files that a browser loads from the network for a page until it is drawn. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright';
import { openSession } from '../support/browser/session.ts';
import { DESK } from '../support/browser/tab.ts';
import type { Client } from '../support/calls/client.ts';

export const DIST = join(import.meta.dirname, '../../dist');

export interface Load {
  files: { path: string; kb: number }[];
  /** Answers of the server, in addition to the files. */
  answersKb: number;
  /** Milliseconds from opening the address to the drawn page, with an empty cache. */
  ms: number;
}

export interface Page {
  name: string;
  path: string;
  /** Maximum that may be loaded. */
  limitKb: number;
  /** Runs in the page. Returns true if everything visible is drawn. */
  isDrawn: () => boolean;
  /** True if guests see the page. */
  isOpen?: true;
}

interface Wish {
  url: string;
  client: Client;
  page: Page;
}

/** Live streams never end. */
const ENDLESS = /\/main\/live\b/;
const DRAWN_MS = 180_000;
const KB = 1000;

/** Returns the file of a path. All pages use the same HTML file. */
function findFile(pathname: string, page: Page): string | null {
  const path = pathname === page.path ? '/index.html' : pathname;
  return path.includes('.') && existsSync(join(DIST, path)) ? path : null;
}

/** Opens the page in a window without cache, and counts the loaded files. */
export async function measureLoad(browser: Browser, { url, client, page }: Wish): Promise<Load> {
  const context = await browser.newContext({ viewport: DESK, serviceWorkers: 'block', locale: 'zh-CN' });
  try {
    if (!page.isOpen) await openSession(context, url, client);
    const tab = await context.newPage();
    const devtools = await context.newCDPSession(tab);
    await devtools.send('Network.enable');
    const paths = new Map<string, string>();
    const files = new Map<string, number>();
    let answers = 0;
    devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
      const { pathname, origin } = new URL(request.url);
      if (origin === url && !ENDLESS.test(pathname)) paths.set(requestId, pathname);
    });
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const path = paths.get(requestId);
      if (path === undefined) return;
      const file = findFile(path, page);
      if (file) files.set(file, gzipSync(readFileSync(join(DIST, file))).length / KB);
      else answers += encodedDataLength / KB;
    });
    const start = performance.now();
    await tab.goto(`${url}${page.path}`, { waitUntil: 'commit' });
    await tab.waitForFunction(page.isDrawn, undefined, { polling: 'raf', timeout: DRAWN_MS });
    const ms = performance.now() - start;
    return { files: [...files].map(([path, kb]) => ({ path, kb })), answersKb: answers, ms };
  } finally {
    await context.close();
  }
}
