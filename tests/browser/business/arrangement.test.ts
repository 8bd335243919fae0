/** S6: a dispatcher drags work to another day and person. The screen shows leave, long days and refusals. */
import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { isWorkDay, PLAIN_WEEK } from '../../../runtime/core/time/workDays.ts';
import { serveDesk } from '../../support/browser/desk.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { makeDept, makePerson, PASSWORD } from '../../support/people/people.ts';
import { login } from '../../support/server/server.ts';
import { makeSite } from '../../support/telemetry/site.ts';

const desk = serveDesk();
const DAY_MS = 86_400_000;
/** The width of a day at the zoom with which the timeline opens. */
const DAY_PIXELS = 96;
const noon = (days: number): string => {
  const day = new Date(Date.now() + days * DAY_MS);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), 12).toISOString();
};

/** Returns how many days from now the next weekday is, after the days that other tests use. */
const daysToWeekday = (): number => [4, 5, 6].find((days) => isWorkDay(PLAIN_WEEK, noon(days).slice(0, 10)))!;

async function makeWorker(name: string) {
  const { username, userId } = await makePerson(desk.server, [desk.tenant()], {
    ...{ name, permissions: ['leave:*@own', 'siteWorksheet:*'] },
  });
  return { userId, client: await login(desk.server, username, PASSWORD) };
}

async function makeSheet(name: string, handlerId: number, minutes: number, days = 1): Promise<number> {
  const stationSn = (await makeSite(desk.head)).station.sn!;
  const { id } = await desk.head.call('siteWorksheetCreate', {
    body: {
      ...{ name, stationSn, type: 'repair', priority: 'normal', check: 'none' },
      ...{ handlerId, minutes, dueTime: noon(days) },
    },
  });
  return id;
}

const read = (id: number) => desk.head.call('siteTask', { query: { id } });

/** Drags a bar to the middle of another one, and some days further. */
async function dragTo(page: Page, bar: Locator, lane: Locator, pixels: number): Promise<void> {
  const [from, to] = [(await bar.boundingBox())!, (await lane.boundingBox())!];
  await page.mouse.move(from.x + 10, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 10 + pixels, to.y + to.height / 2, { steps: 8 });
  await page.mouse.up();
}

it('drags a work order to another day and person, shows absence and overload, and explains a refusal', async () => {
  const [ann, bob] = [await makeWorker('Ann Work'), await makeWorker('Bob Work')];
  const filter = await makeSheet('Filter', ann.userId, 120);
  await makeSheet('Fan', bob.userId, 700, 2);
  const done = await makeSheet('Fuse', bob.userId, 30);
  for (const [name, form] of [['start'], ['complete', { result: 'ok' }]] as const) {
    const { version } = await read(done);
    const body = { name, version: Number(version), ...(form && { form }) };
    await bob.client.call('recordTransition', { path: { entity: 'siteWorksheet', id: done }, body });
  }
  const page = await desk.head.open('/main/operation/worksheet/arrange?as=timeline');
  const bar = (name: string) => page.getByRole('button', { name, exact: true });
  await bar('Filter').waitFor();
  await page.getByText(/^11\.7 \/ [08] h$/).waitFor();
  await keepPicture(page, 'arrangement');

  // Drags the bar one day further, from the lane of Ann to the lane of Bob.
  await dragTo(page, bar('Filter'), bar('Fan'), DAY_PIXELS);
  await page.getByText('Bob Work has 13.7 h of work on that day').waitFor();
  await expect.poll(() => read(filter)).toMatchObject({ handlerId: bob.userId, dueTime: noon(2) });
  await page.getByText(/^13\.7 \/ [08] h$/).waitFor();
  await keepPicture(page, 'arrangement-long-day');

  await page.goto('/main/operation/worksheet/closed?as=timeline');
  await bar('Fuse').waitFor();
  await dragTo(page, bar('Fuse'), bar('Fuse'), DAY_PIXELS);
  await page.getByText('Records in the state “Done” cannot be moved').waitFor();
  expect(await read(done)).toMatchObject({ handlerId: bob.userId, dueTime: noon(1), status: 'completed' });
});

it('works by keyboard, and shows that the person is on leave', async () => {
  const [cay, dan] = [await makeWorker('Cay Work'), await makeWorker('Dan Work')];
  const days = daysToWeekday();
  const away = noon(days).slice(0, 10);
  const leave = await dan.client.call('leaveCreate', {
    body: { subject: 'Home', type: 'sick', startDate: away, endDate: away },
  });
  await makeDept(desk.server, desk.tenant(), desk.head.userId, [dan.userId]);
  await dan.client.call('recordSubmit', {
    path: { entity: 'leave', id: leave.id },
    body: { version: leave.version },
  });
  const pump = await makeSheet('Pump', cay.userId, 60, days);
  await makeSheet('Pipe', dan.userId, 60, days);
  const page = await desk.head.open('/main/operation/worksheet/arrange?as=timeline&q=P');
  const bar = page.getByRole('button', { name: 'Pump', exact: true });
  const above =
    (await bar.boundingBox())!.y <
    (await page.getByRole('button', { name: 'Pipe', exact: true }).boundingBox())!.y;
  await bar.press(above ? 'Alt+ArrowDown' : 'Alt+ArrowUp');
  await page.getByText(/Dan Work is on leave from/).waitFor();
  await expect.poll(() => read(pump)).toMatchObject({ handlerId: dan.userId, dueTime: noon(days) });
  await page.getByText('2 / 0 h', { exact: true }).waitFor();
  await keepPicture(page, 'arrangement-leave');
});

it('has a lane for a colleague without work, as a target for dragging', async () => {
  const [fay, gil] = [await makeWorker('Fay Work'), await makeWorker('Gil Free')];
  await makeDept(desk.server, desk.tenant(), desk.head.userId, [desk.head.userId, fay.userId, gil.userId]);
  const valve = await makeSheet('Valve', fay.userId, 60);
  const page = await desk.head.open('/main/operation/worksheet/arrange?as=timeline&q=Valve');
  const bar = page.getByRole('button', { name: 'Valve', exact: true });
  const free = page.getByText('Gil Free', { exact: true });
  await free.waitFor();
  await keepPicture(page, 'arrangement-free-lane');
  await dragTo(page, bar, free, DAY_PIXELS);
  await expect.poll(() => read(valve)).toMatchObject({ handlerId: gil.userId, dueTime: noon(2) });
  await page.getByText('Fay Work', { exact: true }).waitFor();
});

it('loads the lanes of more colleagues than one page contains', async () => {
  const people = [await makeWorker('Hal Free'), await makeWorker('Ida Free'), await makeWorker('Jon Free')];
  await makeDept(
    desk.server,
    desk.tenant(),
    desk.head.userId,
    [desk.head, ...people].map(({ userId }) => userId),
  );
  const page = await desk.head.open('/main/mine');
  await page.route('**/manager/user/team**', (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('size', '2');
    return route.continue({ url: url.href });
  });
  await page.goto('/main/operation/worksheet/arrange?as=timeline');
  for (const name of ['Hal Free', 'Ida Free', 'Jon Free'])
    await page.getByText(name, { exact: true }).waitFor();
});
