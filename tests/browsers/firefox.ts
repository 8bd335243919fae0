/** Controls Firefox by its own WebDriver BiDi, because Playwright drives only a Firefox that it has built. */
import { existsSync } from 'node:fs';
import puppeteer from 'puppeteer-core';
import type { BrowserKind } from './drive.ts';
import { WINDOW } from './drive.ts';

const INSTALLED = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];
const findProgram = (): string | undefined => process.env.WATTDECK_FIREFOX ?? INSTALLED.find(existsSync);

export const firefox: BrowserKind = {
  name: 'Firefox',
  missing: () => (findProgram() ? null : 'install firefox-esr, or name a Firefox in WATTDECK_FIREFOX'),
  async launch() {
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: findProgram(),
      extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
    });
    const page = await browser.newPage();
    await page.setViewport(WINDOW);
    let errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(`uncaught: ${error}`));
    return {
      about: await browser.version(),
      async open(url) {
        await page.goto(url);
      },
      run: (work, ...args) => page.evaluate(work as (...all: unknown[]) => never, ...args),
      click: ({ x, y }) => page.mouse.click(x, y),
      type: (text) => page.keyboard.type(text),
      async complaints() {
        const found = errors;
        errors = [];
        return found;
      },
      close: () => browser.close(),
    };
  },
};
