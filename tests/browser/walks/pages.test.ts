import { globSync, readFileSync } from 'node:fs';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pages } from '../../../generated/pages.ts';
import { type Lang, languageOf } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { start as enStart } from '../../../runtime/kit/i18n/en/start.ts';
import { en } from '../../../runtime/kit/i18n/en.ts';
import { isWalked, readWalk } from '../../run/rotation.ts';
import { axeViolations } from '../../support/browser/axe.ts';
import { findCutFigures, TABLET_WIDTH } from '../../support/browser/cutFigures.ts';
import { rememberStation } from '../../support/browser/session.ts';
import {
  DESK,
  launchBrowser,
  openTab,
  PHONE,
  signInTab,
  type Tab,
  type Theme,
} from '../../support/browser/tab.ts';
import { plantBoard, plantRecords, plantTelemetry, TRAP } from '../../support/hostile/planted.ts';
import { setTrap, type Trap } from '../../support/hostile/trap.ts';
import { needs } from '../../support/server/needs.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

const opened = pages.filter(
  (page) =>
    !['redirect', 'tabs', 'link'].includes(page.kind) &&
    !page.route.includes(':') &&
    isWalked(page.name, [page.name, page.entity ?? '']),
);

type Opened = (typeof opened)[number];

/** Covers every width, language and theme. */
const LOOKS: { lang: Lang; theme: Theme; frame: string }[] = [
  { frame: '1440 px', lang: 'zh', theme: 'default' },
  { frame: '390 px', lang: 'en', theme: 'dark' },
];

/** Pages that are empty in a new demo, because nothing has been deleted, refused, imported or announced yet. */
const FILLS_WITH_USE = new Set([
  ...['RecycleBin', 'TelemetryImport', 'TelemetryRefusalList', 'SiteWarningLog'],
  // No counter of the demo has a fall.
  'CounterFallList',
]);
/** Matches the English text of an empty page, which would show users of the demo nothing. */
const EMPTY = /^(no|nothing)\b/i;

/** A language is offered under its own name. */
const OTHER_LANGUAGE = '中文';

/** Keys of the interface's texts, to find one that is shown instead of its text. */
const roomKeys = globSync('{widgets,pages}/*/texts.json').flatMap((path) =>
  Object.keys(JSON.parse(readFileSync(path, 'utf8')) as object),
);
const namespaces = [
  ...new Set([...Object.keys({ ...enStart, ...en }), ...roomKeys].map((key) => key.split('.')[0])),
];
/** A name with such an extension is a file and not a key, whatever words come before. */
const FILE = '(?:pdf|xlsx|docx|png|jpg)\\b';
const KEY = new RegExp(
  `(?<![\\w./@-])(${namespaces.join('|')})\\.(?!${FILE})[a-z]\\w*(?![\\w/@]|\\.\\w)`,
  'g',
);

/** Returns all texts of a page, both visible ones and those for a screen reader. */
function wordsOf(): string {
  const attributes = ['aria-label', 'title', 'placeholder', 'alt'].flatMap((name) =>
    [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name)),
  );
  return [document.title, document.body.innerText, ...attributes].join('\n');
}

/** Returns the texts of the frame itself, without names that users entered. */
function ownWords(): string {
  const parts = document.querySelectorAll('th, nav a, h1, label, [role=toolbar] button');
  return [...parts]
    .filter((part) => part.checkVisibility())
    .map((part) => part.textContent)
    .join('\n');
}

/** Returns by how much the page is wider than its frame, without parts that scroll separately. */
function overflow(): number {
  const frames = [document.documentElement, ...document.querySelectorAll('#main, [data-page]')];
  return Math.max(...frames.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
}

/** A time in the format for programs. */
const RAW_MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d.*/;

interface Fault {
  page: string;
  what: string;
}

/** The pages that showed planted content. */
const planted = new Set<string>();

/** Checks the look of a page, its accessibility, and that no planted script has run. */
async function faultsOf(tab: Tab, trap: Trap, page: Opened, lang: Lang, phone: boolean): Promise<Fault[]> {
  await tab.visit(page.route);
  const view = tab.page;
  const title = pickText(page.title, lang);
  // The title of a page of one record is the record's name.
  if (page.kind !== 'record')
    await view.waitForFunction((start) => document.title.startsWith(start), title).catch(() => null);
  const words = await view.evaluate(wordsOf);
  if (words.includes(TRAP)) planted.add(page.name);
  const faults = tab.complaints();
  const check = (right: boolean, what: string) => {
    if (!right) faults.push(what);
  };
  check(new URL(view.url()).pathname === page.route, `led to ${view.url()}`);
  check(
    page.kind === 'record' || (await view.title()).startsWith(title),
    `the window is titled ${await view.title()}`,
  );
  check((await view.locator('h1:visible').first().innerText()).trim() !== '', 'has no heading');
  check((words.match(KEY) ?? []).length === 0, `shows keys: ${words.match(KEY)?.join(', ')}`);
  check(!RAW_MOMENT.test(words), `shows a moment as programs do: ${RAW_MOMENT.exec(words)?.[0]}`);
  if (lang === 'en') {
    const chinese = (await view.evaluate(ownWords)).match(/.*\p{Script=Han}.*/gu)?.map((line) => line.trim());
    const strange = chinese?.filter((line) => line !== OTHER_LANGUAGE) ?? [];
    check(strange.length === 0, `has Chinese words: ${strange.join(', ')}`);
    const headings = await view.locator(`[data-page=${page.name}]`).getByRole('heading', { level: 2 }).all();
    const texts = await Promise.all(headings.map((heading) => heading.innerText()));
    const empty = FILLS_WITH_USE.has(page.name) ? [] : texts.filter((text) => EMPTY.test(text.trim()));
    check(empty.length === 0, `is empty in the demo: ${empty.join(', ')}`);
  }
  if (phone)
    check((await view.evaluate(overflow)) <= 0, `scrolls sideways by ${await view.evaluate(overflow)} px`);
  faults.push(...(await axeViolations(view)), ...(await trap.fell()));
  faults.push(...(await findCutFigures(tab, page.name, phone ? [] : [TABLET_WIDTH])));
  return faults.map((what) => ({ page: page.name, what }));
}

let server: TestServer;
let browser: Browser;
let tenant: number;
/** The station of the demo that a first visit shows. It contains the planted texts beside its own records. */
let station: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ demo: true }), launchBrowser()]);
  const client = await login(server);
  tenant = (await client.call('getPrincipal')).tenantId;
  station = (await client.call('stationsByDept'))[0]!.sn;
  await plantRecords(client, station);
  await plantTelemetry(server.url, client);
  await plantBoard(client, station);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Number of pages of one test, so that the time limit of a test does not depend on the number of pages. */
const AT_ONCE = 20;
const groups = Array.from({ length: Math.ceil(opened.length / AT_ONCE) }, (_, at) => {
  const group = opened.slice(at * AT_ONCE, (at + 1) * AT_ONCE);
  return { first: group[0]!.name, last: group.at(-1)!.name, group };
});

describe.each(LOOKS)('every page in $lang, $theme, $frame', ({ frame, ...look }) => {
  const phone = frame === '390 px';
  let tab: Tab;
  let trap: Trap;

  beforeAll(async () => {
    tab = await openTab(browser, server.url, { ...look, viewport: phone ? PHONE : DESK });
    trap = await setTrap(tab.page);
    await rememberStation(tab.page, tenant, station);
    await signInTab(tab);
  });
  afterAll(() => tab?.context.close());

  it('has the language and the theme', async () => {
    const html = await tab.page.evaluate(() => [
      document.documentElement.lang,
      document.documentElement.dataset.theme,
    ]);
    expect(html).toEqual([languageOf(look.lang).locale, look.theme]);
  });

  it.each(groups)(
    'opens in silence, right to the eye and to a screen reader, and runs nothing that was planted: $first to $last',
    async ({ group }) => {
      const faults: Fault[] = [];
      for (const page of group) faults.push(...(await faultsOf(tab, trap, page, look.lang, phone)));
      expect(faults).toEqual([]);
    },
  );
});

// A partial run may show no planted content.
it('shows planted content on many pages', needs(readWalk().whole, 'a run over all pages'), () => {
  expect(planted.size).toBeGreaterThan(20);
});
