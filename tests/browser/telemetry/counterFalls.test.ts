/**
 * The exchange of a meter is shown beside the curves. A user corrects it in its record, and the energy
 * follows.
 */
import { expect, it } from 'vitest';
import { pairKey } from '../../../runtime/form/model/variablePair.ts';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer } from '../../support/server/server.ts';
import { makeSite, send, until } from '../../support/telemetry/site.ts';

/** Returns a zone in which it is about noon. All readings of the last minutes are then on one day. */
function zoneAtNoon(): string {
  const hours = 12 - new Date().getUTCHours();
  return `Etc/GMT${hours < 0 ? '+' : '-'}${Math.abs(hours)}`;
}

it('is corrected by the readings of both meters', async () => {
  const server = await sharedServer();
  const tenantId = await makeTenant(server);
  const { username } = await makePerson(server, [tenantId], { permissions: ['*'] });
  const client = await login(server, username, PASSWORD);
  const site = await makeSite(client);
  const { id, version } = site.station;
  await client.call('stationUpdate', {
    path: { id },
    body: { id, version: version!, timeZone: zoneAtNoon() },
  });
  await client.call('deviceVariableCreate', {
    body: {
      ...{ deviceSn: site.device.sn, code: 'total', name: 'Imported energy', unit: 'kWh' },
      ...{ dataType: 'number', kind: 'counter' },
    },
  });
  const begun = Date.now() - 20 * 60_000;
  const readings = [900, 910, 50, ...Array.from({ length: 12 }, (_, at) => 55 + at)];
  const message = readings.map((total, at) => ({ ts: begun + at * 60_000, values: { total } }));
  expect((await send(server.url, site.device, message)).status).toBe(200);
  await until(
    async () => (await client.call('counterFallPage', { query: { size: 10 } })).records,
    ([fall]) => fall?.kind === 'reset',
  );

  const page = await openPage(server, { allow: [/status of 422/] });
  const variable = `${site.device.sn}-total`;
  const address = new URLSearchParams({ v: pairKey([site.device.sn, variable]) });
  await signIn(page, server, { username, password: PASSWORD }, `/main/ems/map/monitor/dataLine?${address}`);
  const region = page.getByRole('region', { name: 'Counter falls' });
  await region.getByText('The reading of a counter fell in this period').waitFor();
  await keepPicture(page, 'counterFalls-curves');
  await region.getByRole('link', { name: /Imported energy .* Reset/ }).click();

  await page.getByRole('button', { name: 'The meter was exchanged' }).click();
  const dialog = page.getByRole('dialog');
  const answer = async (end: string) => {
    await dialog.getByLabel('Last reading of the old meter').fill(end);
    await dialog.getByLabel('First reading of the new meter').fill('48');
    await dialog.getByRole('button', { name: 'The meter was exchanged' }).click();
  };
  await answer('909');
  await dialog.getByText("at least the old meter's last recorded reading, 910").first().waitFor();
  await keepPicture(page, 'counterFalls-refused');
  await answer('912');
  await page.getByText('Meter exchanged').first().waitFor();
  await keepPicture(page, 'counterFalls-record');
  await page.goBack();
  await page.reload();
  await region.getByText('The reading of a counter fell').waitFor();
  await page.getByRole('cell', { name: '30.00 kWh' }).waitFor();
});
