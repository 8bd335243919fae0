/** A user on site, with one hand free, signs a form on the screen and scans the code of a device. */
import type { Page } from 'playwright';
import { toBuffer } from 'qrcode';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import type { Client } from '../../support/calls/client.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { makeInspection, readInspection } from '../../support/records/inspections.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let client: Client;
let username: string;

beforeAll(async () => {
  server = await startServer();
  const tenant = await makeTenant(server);
  ({ username } = await makePerson(server, [tenant], { permissions: ['*'], name: 'Li Wei' }));
  client = await login(server, username, PASSWORD);
});
afterAll(() => server?.stop());

async function openForm(): Promise<{ page: Page; id: number }> {
  const { id } = await makeInspection(client);
  const page = await openPage(server, { width: 390, height: 844 });
  await signIn(page, server, { username, password: PASSWORD }, `/main/operation/inspection/${id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  return { page, id };
}

const save = async (page: Page): Promise<void> => {
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved').first().waitFor();
};

describe('a signature', () => {
  it('is drawn with a finger, stored with the form, and shown by its record', async () => {
    const { page, id } = await openForm();
    await page.getByRole('button', { name: "Inspector's signature Sign" }).click();
    const paper = page.getByRole('img', { name: 'Sign here' });
    const done = page.getByRole('button', { name: 'Done' });
    expect(await done.isDisabled()).toBe(true);
    const { x, y, width, height } = (await paper.boundingBox())!;
    await page.mouse.move(x + width * 0.2, y + height * 0.7);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.5, y + height * 0.2, { steps: 5 });
    await page.mouse.move(x + width * 0.8, y + height * 0.7, { steps: 5 });
    await page.mouse.up();
    await done.click();
    await page.getByRole('button', { name: "Inspector's signature Sign again" }).waitFor();
    await save(page);
    const { signature } = await readInspection(client, id);
    expect(signature).toMatch(/^\/admin\/sys-file\/.+\.png$/);
    const shown = page.getByRole('img', { name: "Inspector's signature" });
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(500);
  });

  it('can be typed instead of drawn', async () => {
    const { page, id } = await openForm();
    await page.getByRole('button', { name: "Inspector's signature Sign" }).click();
    await page.getByRole('textbox', { name: 'Type your name instead' }).fill('Li Wei');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: "Inspector's signature Sign again" }).waitFor();
    await save(page);
    expect((await readInspection(client, id)).signature).toMatch(/\.png$/);
  });
});

describe('a code', () => {
  it('is read from a picture if there is no camera, and can be typed', async () => {
    const { page, id } = await openForm();
    const box = page.getByRole('textbox', { name: 'Code at the device' });
    await page.getByRole('button', { name: 'Scan' }).click();
    await page.getByText('The camera is not available').waitFor();
    const choose = async (buffer: Buffer) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'From a picture' }).click(),
      ]);
      await chooser.setFiles({ name: 'label.png', mimeType: 'image/png', buffer });
    };
    const blank = await page.getByRole('dialog').last().screenshot();
    await choose(blank);
    await page.getByText('No code found in the picture').waitFor();
    await choose(await toBuffer('SN-2026-0042', { width: 400 }));
    await expect.poll(() => box.inputValue()).toBe('SN-2026-0042');
    await box.fill('SN-2026-0043');
    await save(page);
    expect(await readInspection(client, id)).toMatchObject({ deviceCode: 'SN-2026-0043' });
  });
});
