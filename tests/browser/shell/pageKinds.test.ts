/** Pages that contain other pages or a single record, and lists that show only some records. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { eventually } from '../../support/browser/listPage.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

async function personWith(...permissions: string[]) {
  const { username } = await makePerson(server, [await makeTenant(server)], { permissions });
  return { account: { username, password: PASSWORD }, client: await login(server, username, PASSWORD) };
}

describe('pages beside each other', () => {
  it('show on a phone which of them is open, even beyond the edge', async () => {
    const { account } = await personWith('leave:*', 'userVacation:*', 'leaveDay:*');
    const width = 390;
    const page = await openPage(server, { width });
    await signIn(page, server, account, '/main/apply/leave/calendar');
    const open = page
      .getByRole('navigation', { name: 'Leave' })
      .getByRole('link', { name: 'Leave calendar' });
    await open.waitFor();
    const right = async () => {
      const box = await open.boundingBox();
      return box ? Math.floor(box.x + box.width) : Number.NaN;
    };
    await expect.poll(right).toBeLessThanOrEqual(width);
  });

  it('are tabs of one page, each with its own filter, also for new records', async () => {
    const { account, client } = await personWith('alarmTask:*', 'station:*');
    await client.call('stationCreate', { body: { sn: 'PK-T', name: 'Tab yard', timeZone: 'UTC' } });
    const task = (name: string) =>
      client.call('alarmTaskCreate', { body: { name, stationSn: 'PK-T', level: 'minor' } });
    const [first] = await Promise.all([task('Tighten a clamp'), task('Read the fault memory')]);
    await client.call('recordTransition', {
      path: { entity: 'alarmTask', id: first.id },
      body: { name: 'close', version: first.version, form: { remark: 'Done' } },
    });
    const page = await openPage(server);
    await signIn(page, server, account, '/main/ems/events');
    await page.waitForURL('**/main/ems/events/record');
    const tabs = page.getByRole('navigation', { name: 'Alarm tasks' });
    const names = () =>
      page.getByRole('main').locator('td [aria-haspopup=dialog]').filter({ visible: true }).allInnerTexts();
    await eventually(async () => (await names()).length).toBe(2);
    await tabs.getByRole('link', { name: 'Closed alarm tasks' }).click();
    await page.waitForURL('**/main/ems/events/closed');
    await eventually(names).toEqual(['Tighten a clamp']);
    await tabs.getByRole('link', { name: 'Open alarm tasks' }).click();
    await eventually(names).toEqual(['Read the fault memory']);
    // A value that is the same in every row gets no column and no filter.
    expect(await page.getByRole('columnheader', { name: 'Status' }).filter({ visible: true }).count()).toBe(
      0,
    );
    expect(await page.getByRole('link', { name: 'Alarm tasks' }).first().getAttribute('class')).toContain(
      'active',
    );
  });

  it('are hidden from users who may open none of them', async () => {
    const { account } = await personWith('customer:list');
    const page = await openPage(server);
    await signIn(page, server, account, '/main/ems/events');
    await page.getByRole('heading', { name: 'No permission' }).waitFor();
    expect(await page.getByRole('link', { name: 'Alarm tasks' }).count()).toBe(0);
  });
});

describe('a page of one record', () => {
  it('shows the record of the selected station, and follows the selection', async () => {
    const { account, client } = await personWith('station:*');
    for (const [sn, name] of [
      ['PK-A', 'North yard'],
      ['PK-B', 'South yard'],
    ] as const)
      await client.call('stationCreate', { body: { sn, name, timeZone: 'UTC' } });
    const page = await openPage(server);
    await signIn(page, server, account, '/main/ems/map/configuration/basicInfo');
    await page.getByRole('region', { name: 'North yard' }).waitFor();
    expect(await page.getByRole('button', { name: 'Back' }).count()).toBe(0);
    await page.getByRole('combobox', { name: 'Station' }).click();
    await page.getByTitle('South yard').last().click();
    await page.getByRole('region', { name: 'South yard' }).waitFor();
  });
});
