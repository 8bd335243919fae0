/** The record of a device shows the attributes that it reports, and those that are sent to it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { listenMqtt } from '../../support/devices/listenMqtt.ts';
import { ADMIN, startServer, type TestServer } from '../../support/server/server.ts';
import { seedSite } from '../../support/telemetry/telemetry.ts';

const ATTRIBUTES = 'v1/devices/me/attributes';
let server: TestServer;

beforeAll(async () => {
  server = await startServer();
  await seedSite(server, {
    ...{ tenantId: 1, station: 's1', zone: 'UTC', device: 'meter-1', token: 'token-meter' },
  });
});
afterAll(() => server?.stop());

describe('the record of a device', () => {
  it('shows the reported attributes, and sends the ones that a person sets', async () => {
    const device = await listenMqtt(server.mqttPort, 'token-meter', 5);
    await device.client.subscribeAsync(ATTRIBUTES, { qos: 1 });
    await device.client.publishAsync(ATTRIBUTES, '{"firmware": "2.1.7", "phases": [1, 2, 3]}', { qos: 1 });
    const { rows } = await server.app.db.pool.query("select id from device where sn = 'meter-1'");
    const page = await openPage(server, { allow: [/status of 400/] });
    await signIn(page, server, ADMIN, `/main/ems/Setting/communicationEquipment/${rows[0].id}`);
    const section = page.getByRole('region', { name: 'Attributes' });
    const reported = section.getByRole('list', { name: 'Reported by the device' });
    await reported.getByText('2.1.7').waitFor();
    await reported.getByText('[1,2,3]').waitFor();
    await section.getByRole('button', { name: 'Add an attribute' }).click();
    const form = page.getByRole('dialog');
    // An invisible character is not allowed in a key.
    await form.getByLabel('Key').fill('upload\u200bSeconds');
    await form.getByLabel('Value').fill('30');
    await form.getByRole('button', { name: 'Save' }).click();
    // The error is shown at its field, and the other input stays.
    await form.getByRole('textbox', { name: 'Key', description: /./ }).waitFor();
    await form.getByLabel('Key').fill('uploadSeconds');
    await form.getByRole('button', { name: 'Save' }).click();
    const sent = section.getByRole('list', { name: 'Sent to the device' });
    await sent.getByText('uploadSeconds').waitFor();
    expect(await device.next(ATTRIBUTES)).toEqual({ uploadSeconds: 30 });
    await sent.getByRole('button', { name: 'Change “uploadSeconds”' }).click();
    await page.getByRole('dialog').getByLabel('Value').fill('60');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await sent.getByText('60', { exact: true }).waitFor();
    expect(await device.next(ATTRIBUTES)).toEqual({ uploadSeconds: 60 });
    await sent.getByRole('button', { name: 'Remove “uploadSeconds”' }).click();
    await sent.waitFor({ state: 'detached' });
    expect(await device.next(ATTRIBUTES)).toEqual({ deleted: ['uploadSeconds'] });
    await device.client.endAsync();
  });
});
