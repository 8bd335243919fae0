/** Announcements of a project are read as a feed, and readers comment on them in place. */
import { expect, it } from 'vitest';
import { serveDesk } from '../../support/browser/desk.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { makeProject } from '../../support/records/projects.ts';

const desk = serveDesk();
const { head } = desk;

it('shows texts with author and comments, by keyboard, and on a phone', async () => {
  const project = await makeProject(head, head.userId);
  for (const name of ['Crane on Monday', 'Gate is closed'])
    await head.call('announceSave', {
      body: { siteId: project.id, name, text: `${name}.\nAsk the site leader.` },
    });
  const address = '/main/ems/map/project/announces?as=feed';
  const page = await head.open(address);
  const feed = page.getByRole('feed');
  const card = (name: string) => feed.getByRole('article', { name });
  await card('Gate is closed').getByText('Ask the site leader.').waitFor();
  await card('Gate is closed').getByText('Head Ho').waitFor();
  await card('Gate is closed').focus();
  await page.keyboard.press('PageDown');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Crane on Monday',
  );
  await card('Crane on Monday').getByRole('button', { name: 'Comments', exact: true }).click();
  await card('Crane on Monday').getByRole('textbox').fill('Which gate?');
  await card('Crane on Monday').getByRole('button', { name: 'Comment', exact: true }).click();
  await card('Crane on Monday').getByText('Which gate?').waitFor();
  await card('Crane on Monday').getByRole('button', { name: 'Comments (1)' }).waitFor();
  await keepPicture(page, 'announcements-feed');

  const phone = await head.open(address, { width: 390 });
  await phone.getByRole('feed').getByRole('article', { name: 'Gate is closed' }).waitFor();
  await keepPicture(phone, 'announcements-feed-phone');
});
