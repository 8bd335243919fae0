/** A link shows one record to every visitor who has it, with public fields only and one transition, until it ends. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import { createClient } from '../../support/calls/client.ts';
import { holdTable } from '../../support/calls/held.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { endRecordLink, readRecordLink } from '../../support/calls/recordLinks.ts';
import { changeRows } from '../../support/calls/world.ts';
import { makePerson, PASSWORD } from '../../support/people/people.ts';
import { readPdf, readWord } from '../../support/records/papers.ts';
import {
  makeQuote,
  moveQuote,
  readQuote,
  sendQuote,
  startTrade,
  type Trade,
} from '../../support/records/quoteFlow.ts';
import { login } from '../../support/server/server.ts';

const served = serveOperators();
const TAX_NUMBER = '91320500MA1QUOTE55';
/** Number of visitors, which is more than the database connections of a process. */
const GUESTS = 16;
const guest = () => createClient(served.server.url);
let trade: Trade;

beforeAll(async () => {
  trade = await startTrade(served.server);
});

/** Creates a quote that waits for its customer, with its link. */
async function linkedQuote(more: object = {}) {
  const id = await makeQuote(trade, more);
  await sendQuote(trade, id);
  const path = { entity: 'quote', id };
  const { token, link } = await trade.seller.call('recordLinkMake', { path });
  return { id, path, token, link };
}

const open = (token: string) => guest().call('recordByLink', { path: { token } });
const answer = (token: string, name: string, form: object) =>
  guest().call('recordByLinkMove', { path: { token }, body: { name, form } });
const accept = (token: string, form: object = { resultBy: '周敏', resultRemark: '同意' }) =>
  answer(token, 'accept', form);
const statusOf = async (token: string) => (await ask(guest(), 'recordByLink', { path: { token } })).status;

describe('a link to a quote', () => {
  it('shows its lines, taxes by rate and total, but no costs, margins or ids', async () => {
    const { token } = await linkedQuote();
    const shown = await open(token);
    expect(shown).toMatchObject({
      title: { zh: '报价单', en: 'Quotation' },
      values: { name: '储能一期', customerId: '苏州澄湖电子有限公司', gross: '611693.04', revision: 1 },
      ...{ moves: [{ name: 'accept' }, { name: 'decline' }], isAnswered: false },
    });
    const [lines] = shown.lines;
    expect(lines?.rows).toHaveLength(5);
    expect(lines?.rows[0]).toEqual({
      ...{ item: '储能柜', spec: null, unit: '台', quantity: 3, price: '148672.57', discount: 3.5 },
      ...{ net: '430407.09', share: '3919.85', taxRate: 13, tax: '55443.34', gross: '481930.58' },
    });
    expect(lines?.sums).toEqual([
      { taxRate: 13, netAfter: '484871.11', tax: '63033.24', gross: '547904.35' },
      { taxRate: 9, netAfter: '36703.94', tax: '3303.35', gross: '40007.29' },
      { taxRate: 6, netAfter: '22435.28', tax: '1346.12', gross: '23781.40' },
    ]);
    const text = JSON.stringify(shown);
    for (const secret of [
      '118000',
      '423263',
      '120746',
      'unitCost',
      'margin',
      'cost',
      'ownerId',
      'tenantId',
      '"id"',
    ])
      expect(text).not.toContain(secret);
  });

  it('adds up: lines to the net amount, less the discount, plus the taxes to the total', async () => {
    const { token } = await linkedQuote();
    const { values, lines } = await open(token);
    const cents = (amount: unknown) => Math.round(Number(amount) * 100);
    const sumOf = (name: string) => lines[0]!.rows.reduce((sum, row) => sum + cents(row[name]), 0);
    for (const { quantity, price, discount, net, share, tax, gross } of lines[0]!.rows) {
      const listed = Number(quantity) * Number(price) * (1 - Number(discount ?? 0) / 100);
      expect(Math.abs(cents(listed) - cents(net))).toBeLessThanOrEqual(1);
      expect(cents(net) - cents(share) + cents(tax)).toBe(cents(gross));
    }
    expect([sumOf('net'), sumOf('share'), sumOf('tax')]).toEqual(
      [values.net, values.discount, values.tax].map(cents),
    );
    expect(cents(values.net) - cents(values.discount)).toBe(cents(values.netAfter));
    expect(cents(values.netAfter) + cents(values.tax)).toBe(cents(values.gross));
  });

  it('shows no discount if there is none', async () => {
    const { token } = await linkedQuote({ discount: null });
    const { values, lines } = await open(token);
    expect(values.discount).toBe(null);
    expect(lines[0]!.rows.map(({ share }) => share)).toEqual(lines[0]!.rows.map(() => null));
  });

  it('names its owner, or the head of the department if the owner left', async () => {
    const own = await startTrade(served.server);
    const id = await makeQuote(own);
    await sendQuote(own, id);
    const { token } = await own.seller.call('recordLinkMake', { path: { entity: 'quote', id } });
    await changeRows(served.server, 'user', { id: own.sellerId }, { phone: '0512-66880000' });
    const { contact } = await open(token);
    expect(contact).toMatchObject({ phone: '0512-66880000' });
    await changeRows(served.server, 'user', { id: own.sellerId }, { status: 'inactive' });
    const head = (await open(token)).contact;
    expect(head?.name).toBeTruthy();
    expect(head?.name).not.toBe(contact?.name);
  });

  it('returns its document as a file, with public content only', async () => {
    const { id, token } = await linkedQuote({ terms: '30/60/10' });
    const customer = await trade.boss.call('getCustomerInfoById', { query: { id: trade.customerId } });
    const { version } = customer;
    await trade.boss.call('updateCustomer', {
      body: { id: trade.customerId, version, taxNumber: TAX_NUMBER },
    });
    const file = async (query: object, link = token) =>
      guest().request('documentByLink', { path: { token: link }, query: { ...query } });
    const pdf = await file({ lang: 'zh' });
    expect(pdf.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    const { text } = await readPdf(new Uint8Array(await pdf.arrayBuffer()));
    for (const part of [
      '611,693.04',
      '3,303.35',
      '430,407.09',
      '3,919.85',
      '549,010.33',
      '5,000.00',
      '苏州澄湖电子有限公司',
      '30/60/10',
    ])
      expect(text).toContain(part);
    // The document of a user contains the owner and a reference. The public one must not.
    for (const secret of [TAX_NUMBER, 'Person']) expect(text).not.toContain(secret);
    const word = await file({ format: 'word', lang: 'en' });
    expect(await readWord(new Uint8Array(await word.arrayBuffer()))).toContain('611,693.04');
    const { number } = await readQuote(trade.boss, id);
    expect(await open(token)).toMatchObject({ document: { number, formats: ['pdf', 'word'] } });
    expect(pdf.headers.get('content-disposition')).toContain(`${number}.pdf`);
    await moveQuote(trade.seller, id, 'revise');
    expect((await file({})).status).toBe(404);
    expect((await file({}, 'x'.repeat(43))).status).toBe(404);
  });

  it('is accepted by its reader once; a second time it shows the same and changes nothing', async () => {
    const { id, token } = await linkedQuote();
    const first = await accept(token);
    expect(first).toMatchObject({ moves: [], isAnswered: true, values: { resultBy: '周敏' } });
    const { version } = await readQuote(trade.boss, id);
    expect(await accept(token, { resultBy: 'Somebody else' })).toEqual(first);
    expect(await readQuote(trade.boss, id)).toMatchObject({
      ...{ version, state: 'replied', result: 'accepted', resultRemark: '同意', updatedBy: null },
    });
    const { records } = await trade.seller.call('noticePage', { query: { size: 50 } });
    expect(records.filter((notice) => JSON.stringify(notice).includes('已被 周敏 接受'))).toHaveLength(1);
  });

  it('is declined with a reason, of which the seller is notified, and cannot be accepted afterwards', async () => {
    const { id, token } = await linkedQuote();
    await expect(answer(token, 'decline', { resultBy: '周敏' })).rejects.toMatchObject({
      ...{ status: 400, errors: [{ field: '/form/resultRemark' }] },
    });
    const shown = await answer(token, 'decline', { resultBy: '周敏', resultRemark: '预算取消' });
    expect(shown).toMatchObject({ moves: [], isAnswered: true, values: { resultRemark: '预算取消' } });
    expect(await accept(token)).toEqual(shown);
    expect(await readQuote(trade.boss, id)).toMatchObject({ state: 'replied', result: 'declined' });
    const { records } = await trade.seller.call('noticePage', { query: { size: 50 } });
    expect(records.filter((notice) => JSON.stringify(notice).includes('预算取消'))).toHaveLength(1);
    await expect(answer(token, 'cancel', {})).rejects.toMatchObject({ status: 400 });
  });

  it('reports a missing value at its field, and treats text as text', async () => {
    const { id, token } = await linkedQuote();
    await expect(accept(token, {})).rejects.toMatchObject({
      status: 400,
      errors: [{ field: '/form/resultBy' }],
    });
    await expect(accept(token, { resultBy: 'x', ownerId: 1 })).rejects.toMatchObject({ status: 400 });
    await accept(token, { resultBy: '<script>alert(1)</script>' });
    expect((await readQuote(trade.boss, id)).resultBy).toBe('<script>alert(1)</script>');
  });

  it('is created only by its seller, counts its views, and ends when it is renewed or revoked', async () => {
    const { path, token, link } = await linkedQuote();
    expect(link).toMatchObject({ opens: 0, openedAt: null });
    expect((await readQuote(trade.seller, path.id))._actions).toContain('publish');
    await open(token);
    await open(token);
    const [seen] = await trade.seller.call('recordLinks', { path });
    expect(seen).toMatchObject({ id: link.id, opens: 2 });
    const again = await trade.seller.call('recordLinkMake', { path });
    expect(await statusOf(token)).toBe(404);
    expect(await statusOf(again.token)).toBe(200);
    const { username } = await makePerson(served.server, [trade.tenant], { role: 'sales' });
    const colleague = await login(served.server, username, PASSWORD);
    expect((await ask(colleague, 'recordLinkMake', { path })).status).toBe(403);
    expect((await ask(served.stranger, 'recordLinkMake', { path })).status).toBe(404);
    await trade.seller.call('recordLinkEnd', { path });
    expect(await statusOf(again.token)).toBe(404);
    expect(await trade.seller.call('recordLinks', { path })).toEqual([]);
  });

  it('ends once the quote is superseded or canceled, and cannot be created for a draft', async () => {
    const { id, token } = await linkedQuote();
    await moveQuote(trade.seller, id, 'revise');
    expect(await statusOf(token)).toBe(404);
    expect(
      (await ask(guest(), 'recordByLinkMove', { path: { token }, body: { name: 'accept', form: {} } }))
        .status,
    ).toBe(404);
    const draft = { entity: 'quote', id: await makeQuote(trade) };
    await expect(trade.seller.call('recordLinkMake', { path: draft })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('待回复'),
    });
  });

  it("ends when its author's password is reset, and other links remain valid", async () => {
    const own = await startTrade(served.server);
    const link = async (maker: Trade['seller']) => {
      const id = await makeQuote(own);
      await sendQuote(own, id);
      const { token } = await maker.call('recordLinkMake', { path: { entity: 'quote', id } });
      return token;
    };
    const [ofSeller, ofBoss] = [await link(own.seller), await link(own.boss)];
    expect([await statusOf(ofSeller), await statusOf(ofBoss)]).toEqual([200, 200]);
    await own.boss.call('resetPassword', { body: { id: own.sellerId, confirm: 'I confirm' } });
    expect([await statusOf(ofSeller), await statusOf(ofBoss)]).toEqual([404, 200]);
  });

  it('ends with its last day', async () => {
    const { id, path, token } = await linkedQuote();
    await endRecordLink(served.server, { tenantId: trade.tenant, recordId: id });
    expect(await statusOf(token)).toBe(404);
    expect(await trade.seller.call('recordLinks', { path })).toEqual([]);
  });

  it("is valid up to the last second of its last day in the seller's time zone", async () => {
    const { path } = await linkedQuote({ validUntil: '2099-12-31' });
    const headers = { 'x-time-zone': 'Asia/Shanghai' };
    const { link } = await trade.seller.call('recordLinkMake', { path, headers });
    // 23:59:59 of that day in Shanghai still counts.
    expect(link.endsAt).toBe('2099-12-31T16:00:00.000Z');
  });

  it('is stored as a hash, and neither listed, cached nor sent to other sites', async () => {
    const { id, token } = await linkedQuote();
    const row = await readRecordLink(served.server, { tenantId: trade.tenant, recordId: id });
    expect(JSON.stringify(row)).not.toContain(token);
    const { headers } = await guest().request('recordByLink', { path: { token } });
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('is either accepted by the customer or canceled by its seller, never both', async () => {
    const { id, token } = await linkedQuote();
    const { version } = await readQuote(trade.seller, id);
    const cancel = trade.seller.call('recordTransition', {
      path: { entity: 'quote', id },
      body: { name: 'cancel', version },
    });
    const done = await Promise.allSettled([accept(token), cancel]);
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(['replied', 'canceled']).toContain((await readQuote(trade.boss, id)).state);
  });
});

describe('guests of a server whose database connections are all in use', () => {
  it('get their answer, or 503 with the time of the next attempt', async () => {
    const { token } = await linkedQuote();
    const release = await holdTable(served.server, 'record_link', 'access exclusive');
    const opened = Array.from({ length: GUESTS }, () => ask(guest(), 'recordByLink', { path: { token } }));
    const refused = await Promise.any(opened);
    expect(refused.status).toBe(503);
    await release();
    const answers = await Promise.all(opened);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect([answer.status, answer.code]).toEqual([503, 50301]);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await statusOf(token)).toBe(200);
  });
});
