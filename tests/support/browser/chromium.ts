import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium as bundled, type LaunchOptions } from 'playwright';
import { WAIT_MS } from '../server/patience.ts';
import { hasMemory } from '../server/run/runHome.ts';

/**
 * Disabled features. This list replaces Playwright's own list, and repeats its entries that concern a page. The first
 * entry is new: that feature compiles stored scripts again.
 */
const WITHOUT = [
  'BackgroundResourceFetch',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'HttpsUpgrades',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
];

/** Chromium without noise, background requests and sandbox. Root in a container cannot use the sandbox. */
const FLAGS = [
  `--disable-features=${WITHOUT.join()}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/**
 * Folder in which the packaged browser is unpacked. It is inside the checkout, because a folder of another user in /tmp
 * would not be accessible.
 */
const UNPACKED = resolve(import.meta.dirname, '../../../node_modules/.cache/chromium');
/** Folders of libraries that a desktop has and a minimal machine lacks. The packaged browser includes all it needs. */
const LIBRARIES = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib'];
const hasLibraries = (): boolean => LIBRARIES.some((folder) => existsSync(join(folder, 'libnss3.so')));
/** The package unpacks its libraries only if this variable names the cloud that it was made for. */
const CLOUD = 'AWS_Lambda_nodejs22.x';
const SYSTEM_FONTS = '/etc/fonts/fonts.conf';
const TOUCHED = ['TMPDIR', 'AWS_EXECUTION_ENV', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH'];

/** Returns the start options of the browser: an installed one, else Playwright's own, else a packaged one. */
export async function chromiumLaunch(): Promise<LaunchOptions> {
  const named = process.env.WATTDECK_CHROMIUM ?? INSTALLED.find(existsSync);
  const { executablePath, env = process.env }: LaunchOptions = named
    ? { executablePath: named }
    : existsSync(bundled.executablePath())
      ? { executablePath: bundled.executablePath() }
      : await packagedChromium();
  return {
    executablePath,
    args: FLAGS,
    timeout: WAIT_MS,
    // Otherwise Playwright stores shared memory on the disk, for containers with little memory.
    ignoreDefaultArgs: hasMemory() ? ['--disable-dev-shm-usage'] : [],
    // Without a locale, file names that are not ASCII would be lost.
    env: { ...env, LANG: 'C.UTF-8' } as Record<string, string>,
  };
}

/**
 * Unpacking changes the environment. The environment is restored afterwards, because the database's processes inherit
 * it.
 */
async function packagedChromium(): Promise<LaunchOptions> {
  const before = { ...process.env };
  mkdirSync(UNPACKED, { recursive: true });
  process.env.TMPDIR = UNPACKED;
  if (!hasLibraries()) process.env.AWS_EXECUTION_ENV = CLOUD;
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    const executablePath = await chromium.executablePath();
    const { LD_LIBRARY_PATH } = process.env;
    const fonts = existsSync(SYSTEM_FONTS) ? {} : { FONTCONFIG_FILE: fontsFile() };
    return { executablePath, env: { ...before, LD_LIBRARY_PATH, ...fonts } };
  } finally {
    for (const name of TOUCHED) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}

/** Chromium exits if it finds no font, and the package's own list names folders that do not exist here. */
function fontsFile(): string {
  const file = join(UNPACKED, 'fonts.conf');
  const places = `<dir>${UNPACKED}/fonts</dir><cachedir>${UNPACKED}/fonts-cache</cachedir>`;
  writeFileSync(file, `<?xml version="1.0"?><fontconfig>${places}</fontconfig>`);
  return file;
}
