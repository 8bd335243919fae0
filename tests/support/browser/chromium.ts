import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium as bundled, type LaunchOptions } from 'playwright';
import { WAIT_MS } from '../server/patience.ts';
import { hasMemory } from '../server/run/runHome.ts';

/**
 * The browser does without these. The list takes the place of the one that Playwright gives: of that it repeats what
 * concerns a page, and it adds the first, which reads and compiles programs again although they were kept compiled.
 */
const WITHOUT = [
  'BackgroundResourceFetch',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'HttpsUpgrades',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
];

/** Quiet, offline and without a sandbox, which a container's root cannot have. */
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
 * The packaged browser is unpacked here: into a folder of the checkout, for another user's in /tmp would be closed to
 * us.
 */
const UNPACKED = resolve(import.meta.dirname, '../../../node_modules/.cache/chromium');
/** A desktop has it, a bare machine does not; the packaged browser brings it along with all else that it needs. */
const LIBRARIES = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib'];
const hasLibraries = (): boolean => LIBRARIES.some((folder) => existsSync(join(folder, 'libnss3.so')));
/** The package unpacks its libraries only where it believes to be in the cloud that it was made for. */
const CLOUD = 'AWS_Lambda_nodejs22.x';
const SYSTEM_FONTS = '/etc/fonts/fonts.conf';
const TOUCHED = ['TMPDIR', 'AWS_EXECUTION_ENV', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH'];

/**
 * Configures how Playwright starts the browser here: an installed one, else Playwright's own, else the one that a package
 * brings.
 */
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
    // Playwright lets the processes share their pages by files on the disk, for containers with little memory.
    ignoreDefaultArgs: hasMemory() ? ['--disable-dev-shm-usage'] : [],
    // A bare machine has no locale: names of files that are not ASCII would be lost on it.
    env: { ...env, LANG: 'C.UTF-8' } as Record<string, string>,
  };
}

/** The package reads and writes the environment; ours stays as it is, for the database's processes inherit it too. */
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

/** Chromium ends itself where it finds no font; the package's own list of them names places that we do not have. */
function fontsFile(): string {
  const file = join(UNPACKED, 'fonts.conf');
  const places = `<dir>${UNPACKED}/fonts</dir><cachedir>${UNPACKED}/fonts-cache</cachedir>`;
  writeFileSync(file, `<?xml version="1.0"?><fontconfig>${places}</fontconfig>`);
  return file;
}
