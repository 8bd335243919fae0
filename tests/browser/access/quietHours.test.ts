/** A user sets the hours in which reminders wait, on their own page. */
import { expect, it } from 'vitest';
import { serveDesk } from '../../support/browser/desk.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';

const desk = serveDesk();

it('a user sets own quiet hours, which need two different times, and empties them', async () => {
  const { seller } = desk;
  const page = await seller.open('/main/mine', { allow: [/status of 400/] });
  const section = page.getByRole('region', { name: 'Notifications' });
  const enter = async (name: string, time: string) => {
    const box = section.getByRole('textbox', { name });
    await box.fill(time);
    await box.press('Tab');
  };
  const save = section.getByRole('button', { name: 'Save' });
  await enter('Quiet from', '21:30');
  await save.click();
  await section.getByText('Enter two different times for the quiet hours, or none').waitFor();
  await enter('Quiet until', '07:00');
  await keepPicture(page, 'quiet-hours');
  await save.click();
  await expect
    .poll(() => seller.call('getPrincipal', {}))
    .toMatchObject({ quietFrom: '21:30', quietUntil: '07:00' });
  await page.reload();
  expect(await section.getByRole('textbox', { name: 'Quiet until' }).inputValue()).toBe('07:00');
});
