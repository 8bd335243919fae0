/** Fills the controls of a form as a user does, from the definition of its fields. */
import type { Locator, Page } from 'playwright';
import type { Field } from '../../../generated/definition.ts';
import { refSource } from '../../../runtime/core/rules/refWhere.ts';
import { offered } from './options.ts';

type Values = Record<string, unknown>;

/** A PNG of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const titleOf = (field: Field, name: string): string => field.title?.en ?? name;

const today = (): string => new Date().toISOString().slice(0, 10);

/** Returns a text that a user may enter into a field of this kind. */
function typedText({ type, format, minimum, exclusiveMinimum }: Field): string {
  if (format === 'date') return today();
  if (format === 'date-time') return new Date().toISOString().slice(0, 19).replace('T', ' ');
  if (format === 'money') return '1.00';
  if (type === 'number' || type === 'integer')
    return String(Math.max(1, minimum ?? 0, (exclusiveMinimum ?? 0) + 1));
  return 'As agreed';
}

const isChosen = (field: Field): boolean =>
  refSource(field)['x-ref'] !== undefined ||
  field['x-dictionary'] !== undefined ||
  field['x-options'] !== undefined;

const isFile = (field: Field): boolean => ['file', 'image'].includes((field.items ?? field).format ?? '');

/** Chooses the first choice, or the one with these words. */
async function choose(page: Page, place: Locator, field: Field, name: string, words?: string): Promise<void> {
  const segments = place.getByRole('radiogroup', { name: titleOf(field, name) });
  if ((await segments.count()) > 0) {
    await segments
      .getByText(words ?? /./)
      .first()
      .click();
    return;
  }
  const control = place.getByRole('combobox', { name: titleOf(field, name), exact: true }).first();
  await control.click();
  await (words === undefined ? offered(page) : offered(page).filter({ hasText: words })).first().click();
  // A list with several choices stays open.
  if (field.type === 'array') await page.keyboard.press('Escape');
}

async function attach(place: Locator): Promise<void> {
  await place
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      ...{ name: 'proof.png', mimeType: 'image/png' },
      buffer: PICTURE,
    });
  await place.getByRole('listitem').filter({ hasText: 'proof' }).first().waitFor();
}

/** Enters the given text. Without one it enters a text of the field's kind, unless the form opened with a value. */
async function type(page: Page, place: Locator, field: Field, name: string, text?: string): Promise<void> {
  const title = titleOf(field, name);
  const named = { name: title, exact: true };
  const control = place.getByRole('textbox', named).or(place.getByRole('spinbutton', named)).first();
  if (text === undefined && (await control.inputValue()) !== '') return;
  await control.fill(text ?? typedText(field));
  await page.keyboard.press('Tab');
}

/** Gives this number of stars. */
async function rate(place: Locator, field: Field, name: string, stars: number): Promise<void> {
  const control = place.getByRole('list', { name: titleOf(field, name) });
  await control
    .getByRole('radio')
    .nth(stars - 1)
    .click();
}

/** Fills a table with these rows, first the existing rows and then new ones below. */
async function fillRows(page: Page, place: Locator, field: Field, rows: readonly Values[]): Promise<void> {
  const items = field.items ?? {};
  const found = place.locator('[data-entry]');
  if (field['x-propose']?.begin) await found.first().waitFor();
  for (const [at, row] of rows.entries()) {
    if ((await found.count()) <= at) await place.locator('[data-add]').first().click();
    await fillForm(page, found.nth(at), items, row, true);
  }
}

/**
 * Fills a form with the given values, and fills required empty fields with a value of their kind. The value of a choice
 * is its displayed text, or true for the first choice.
 */
export async function fillForm(
  page: Page,
  place: Locator,
  { properties = {}, required = [] }: Field,
  values: Values,
  isRow = false,
): Promise<void> {
  for (const [name, field] of Object.entries(properties)) {
    const value = values[name];
    if (value === undefined && (isRow || !required.includes(name))) continue;
    if (Array.isArray(value)) await fillRows(page, place, field, value as Values[]);
    else if (isFile(field)) await attach(place);
    else if (field.format === 'rating') await rate(place, field, name, Number(value ?? 1));
    else if (isChosen(field))
      await choose(page, place, field, name, typeof value === 'string' ? value : undefined);
    else await type(page, place, field, name, value === undefined ? undefined : String(value));
  }
}
