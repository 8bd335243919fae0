/** In the drawer of a record, the list of its children has enough room for its search and its commands. */
import { expect, it } from 'vitest';
import { serveDesk } from '../../support/browser/desk.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { recordLinks } from '../../support/browser/listPage.ts';

const desk = serveDesk();
/** The position of the tab, because its name differs in each language. */
const VISITS_TAB = 4;

it.each([
  { lang: 'en', theme: 'default', width: 1440, least: 180 },
  { lang: 'zh', theme: 'dark', width: 1440, least: 180 },
  { lang: 'en', theme: 'dark', width: 390, least: 100 },
  { lang: 'zh', theme: 'default', width: 390, least: 100 },
] as const)('at $width px, $lang and $theme', async ({ lang, theme, width, least }) => {
  const { id: customerId } = await desk.seller.call('customerCreate', {
    body: { name: `Harbour ${lang} ${width}` },
  });
  for (const subject of ['Site survey', 'Talk about the design'])
    await desk.seller.call('customerVisitCreate', {
      body: { customerId, subject, kind: 'onsite', visitedOn: '2026-01-05', content: 'Two free places' },
    });
  const page = await desk.seller.open(`/main/appliance/customer?q=${lang} ${width}`, { lang, theme, width });
  await recordLinks(page).first().click();
  const drawer = page.getByRole('dialog').first();
  await drawer.getByRole('tab').nth(VISITS_TAB).click();
  const search = drawer.getByRole('searchbox').first();
  await search.waitFor();
  await keepPicture(page, `drawer-list-${lang}-${theme}-${width}`);
  expect((await search.boundingBox())!.width).toBeGreaterThan(least);
});
