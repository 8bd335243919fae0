/**
 * Controls WebKit by WebDriver, as the ports for Linux include it. Playwright drives only a WebKit that it has built.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Builder, Capabilities, type WebDriver } from 'selenium-webdriver';
import { vi } from 'vitest';
import { WAIT_MS } from '../support/server/patience.ts';
import { freePort } from '../support/server/port.ts';
import { type BrowserKind, type Drive, WINDOW } from './drive.ts';

const DRIVER = process.env.WATTDECK_WEBKIT_DRIVER ?? '/usr/bin/WebKitWebDriver';
/** Its window needs a display, which a server does not have. */
const DISPLAY = '/usr/bin/Xvfb';
const SCREEN = `${WINDOW.width}x${WINDOW.height}x24`;
const CAPABILITIES = {
  browserName: 'MiniBrowser',
  'webkitgtk:browserOptions': { args: ['--automation'] },
};

/** Starts the driver, on a virtual display if there is none, and resolves when it answers. */
async function startDriver(): Promise<{ url: string; stop(): void }> {
  const children: ChildProcess[] = [];
  const start = (program: string, args: string[], env = process.env) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
    children.push(child);
    return child;
  };
  let display = process.env.DISPLAY;
  if (!display) {
    const screen = start(DISPLAY, ['-displayfd', '1', '-screen', '0', SCREEN]);
    display = await new Promise<string>((done) =>
      screen.stdout.once('data', (no) => done(`:${String(no).trim()}`)),
    );
  }
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  start(DRIVER, [`--port=${port}`], { ...process.env, DISPLAY: display });
  const answers = () =>
    fetch(`${url}/status`)
      .then(({ ok }) => ok)
      .catch(() => false);
  await vi.waitUntil(answers, { timeout: WAIT_MS });
  return {
    url,
    stop: () => {
      for (const child of children) child.kill();
    },
  };
}

/** Stores the errors of the page in its window, because this driver has no access to the console. */
function collectErrors(): void {
  const kept: string[] = [];
  Object.assign(window, { kept });
  addEventListener('error', ({ message }) => kept.push(`uncaught: ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => kept.push(`uncaught: ${reason}`));
  const { error } = console;
  console.error = (...parts: unknown[]) => {
    kept.push(parts.map(String).join(' '));
    error(...parts);
  };
}

const drainErrors = (): string[] => (Reflect.get(window, 'kept') as string[] | undefined)?.splice(0) ?? [];

function createDrive(driver: WebDriver, about: string, end: () => Promise<void>): Drive {
  let left: string[] = [];
  const run: Drive['run'] = (work, ...args) => driver.executeScript(work, ...args);
  return {
    about,
    async open(url) {
      left.push(...(await run(drainErrors)));
      await driver.get(url);
      await run(collectErrors);
    },
    run,
    click: ({ x, y }) =>
      driver
        .actions()
        .move({ x: Math.round(x), y: Math.round(y) })
        .click()
        .perform(),
    type: (text) => driver.actions().sendKeys(text).perform(),
    async complaints() {
      const found = [...left, ...(await run(drainErrors))];
      left = [];
      return found;
    },
    close: end,
  };
}

export const webkit: BrowserKind = {
  name: 'WebKit',
  missing() {
    if (!existsSync(DRIVER))
      return 'install webkit2gtk-driver, or name its program in WATTDECK_WEBKIT_DRIVER';
    return process.env.DISPLAY || existsSync(DISPLAY) ? null : 'install xvfb, or set DISPLAY';
  },
  async launch() {
    const { url, stop } = await startDriver();
    try {
      const driver = await new Builder()
        .usingServer(url)
        .withCapabilities(new Capabilities(CAPABILITIES))
        .build();
      await driver
        .manage()
        .window()
        .setRect({ x: 0, y: 0, ...WINDOW });
      const version = (await driver.getCapabilities()).get('browserVersion') as string;
      return createDrive(driver, `WebKitGTK ${version}`, async () => {
        await driver.quit();
        stop();
      });
    } catch (error) {
      stop();
      throw error;
    }
  },
};
