/**
 * Tests every transition with a form, of every entity, in a browser. The form opens, shows why it cannot be sent while
 * a value is missing, and is sent once it is filled.
 */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listPageOf } from '../../../runtime/core/definitions/pages.ts';
import '../../../runtime/core/definitions/builtPages.ts';
import { en } from '../../../runtime/kit/i18n/en.ts';
import { isWalked } from '../../run/rotation.ts';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { fillForm } from '../../support/browser/fillForm.ts';
import { type FormMove, findMovable, formMoves, readListed } from '../../support/browser/movable.ts';
import { stageMoves } from '../../support/browser/stageMoves.ts';
import type { Client } from '../../support/calls/client.ts';
import { needs } from '../../support/server/needs.ts';
import { ADMIN, login, startServer, type TestServer } from '../../support/server/server.ts';

type Values = Record<string, unknown>;

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer({ demo: true });
  admin = await login(server);
  await stageMoves(server, admin);
});
afterAll(() => server?.stop());

/** Returns a moment in the form that the picker accepts. The browser of the tests is in UTC. */
const textOf = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

const HOUR_MS = 3_600_000;
const anHourAfter = (at: unknown): string => textOf(Date.parse(String(at)) + HOUR_MS);

/** Values that the rules of a form require. Other fields are filled by their kind. */
const VALUES: Readonly<Record<string, (record: Values) => Values>> = {
  'counterFall.exchange': ({ before, after, beforeAt }) => ({
    ...{ oldEnd: before, newStart: after },
    exchangedAt: textOf(Date.parse(String(beforeAt)) + 60_000),
  }),
  // In UTC, the demo's day may already be tomorrow.
  'defectRecord.close': ({ foundOn }) => ({ closedOn: foundOn }),
  'leave.shorten': ({ startDate }) => ({ endDate: startDate }),
  'mobileRental.leave': ({ startsAt }) => ({ returnedAt: anHourAfter(startsAt) }),
  'orderInvoice.issue': ({ id, net, tax }) => ({ records: [{ number: `W-${id}`, net, tax }] }),
  'orderInvoice.replace': ({ id }) => ({ red: [{ number: `R-${id}` }] }),
  'orderInvoice.reduce': ({ id }) => ({
    reason: 'Allowance',
    red: [{ number: `P-${id}`, net: '-1.00', tax: '0.00', redOfId: true }],
  }),
  'strategyConfig.suspend': () => ({ suspendedUntil: '2099-01-01 00:00:00' }),
  // Postponed dates of a tender must keep their order. The bids end before the opening.
  'tender.postpone': ({ submitBy, openAt }) => ({
    submitBy: anHourAfter(submitBy),
    openAt: anHourAfter(openAt),
  }),
  'tender.repeat': () => ({ nextSubmitBy: '2099-01-01 00:00:00', nextOpenAt: '2099-01-02 00:00:00' }),
  'telemetryRefusal.createDevice': () => ({ deviceNumber: 'WALK-1' }),
};

const valuesOf = ({ entity, move }: FormMove, record: Values): Values =>
  VALUES[`${entity.name}.${move.name}`]?.(record) ?? {};

const NOT_SENT = /^Not submitted, \d+ to correct: /;

it('each has a record that can make it', async () => {
  const lacking: string[] = [];
  for (const one of formMoves())
    if (!(await findMovable(admin, one))) lacking.push(`${one.entity.name}.${one.move.name}`);
  expect(lacking).toEqual([]);
});

/** Returns whether the field is empty when the form opens. */
function isMissing({ move }: FormMove, record: Values, name: string): boolean {
  const field = move.form?.properties?.[name] ?? {};
  const begins = field.default ?? field['x-default'] ?? field['x-propose']?.begin ?? record[name];
  return begins === undefined || begins === null || begins === '';
}

/** Opens the record and the form of its transition. Returns its dialog. */
async function openMove(page: Page, { entity, move }: FormMove, id: number) {
  await signIn(page, server, ADMIN, `${listPageOf(entity.name)?.route}/${id}`);
  const moves = page.getByRole('region', { name: en['flow.moves'] });
  await moves.getByRole('button', { name: move.title.en, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: move.title.en }).last();
  await dialog.waitFor();
  return { dialog, send: dialog.getByRole('button', { name: move.title.en, exact: true }).last() };
}

/** Records without a page of their own use the same dialog, on the page of another record. */
const walked = formMoves().filter(
  ({ entity }) => listPageOf(entity.name) && isWalked(entity.name, [entity.name]),
);

describe('the form of a move', needs(walked.length > 0, 'a move in the part of this run'), () => {
  it.each(walked.map((one) => ({ name: `${one.entity.name}.${one.move.name}`, one })))(
    '$name',
    async ({ one }) => {
      const { entity, move } = one;
      const record = await findMovable(admin, one);
      if (!record) throw new Error('no record can make it');
      const { id } = record;
      const page = await openPage(server, { lang: 'en' });
      const { dialog, send } = await openMove(page, one, id);
      const notSent = dialog.getByText(NOT_SENT);
      const missing = (move.form?.required ?? []).filter((name) => isMissing(one, record, name));
      if (missing.length > 0) {
        await send.click();
        await notSent.waitFor();
        for (const name of missing)
          expect(await notSent.innerText()).toContain(move.form?.properties?.[name]?.title?.en);
        // A field shows its error directly below it.
        expect(await dialog.locator('[id$=__error]').count()).toBeGreaterThanOrEqual(missing.length);
      }
      await fillForm(page, dialog, move.form ?? {}, valuesOf(one, record));
      await send.click();
      // Reads the dialog's error, or nothing if it is closed. The read must not wait for a dialog that may close at any
      // time.
      await expect.poll(async () => (await dialog.allInnerTexts()).join() || 'sent').toBe('sent');
      const after = await readListed(admin, entity.name, id);
      if (move.to !== undefined) expect(after?.[entity.states?.field ?? '']).toBe(move.to);
      else expect(after?.version).not.toBe(record.version);
    },
  );
});
