/** Documents contain exactly the values of the record that their reader may see, and are always the same. */
import { beforeAll, describe, expect, it } from 'vitest';
import { fileValue } from '../../../runtime/core/fileValue.ts';
import type { Client } from '../../support/calls/client.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { setRoles } from '../../support/calls/world.ts';
import { leaveTeam, submit } from '../../support/people/leave.ts';
import { makePerson, makeRole, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { asker } from '../../support/records/orderLines.ts';
import { makeOrder as makeSalesOrder } from '../../support/records/orderToCash.ts';
import { countPictures, readPdf, readWord } from '../../support/records/papers.ts';
import { LINES } from '../../support/records/quotes.ts';
import { PNG } from '../../support/records/sampleFiles.ts';
import { login } from '../../support/server/server.ts';
import { makeSite } from '../../support/telemetry/site.ts';

const served = serveOperators();
const TAX_NUMBER = '91320500MA1QUOTE55';

let tenant: number;
let boss: Client;
let customerId: number;
let quote: { id: number; version: number };

beforeAll(async () => {
  tenant = await makeTenant(served.server);
  const { username } = await makePerson(served.server, [tenant], { permissions: ['*'] });
  boss = await login(served.server, username, PASSWORD);
  const body = { name: '苏州澄湖电子有限公司', taxNumber: TAX_NUMBER };
  customerId = (await boss.call('intoCustomer', { body })).id;
  quote = await makeQuote({});
});

async function makeQuote(more: object) {
  return boss.call('saveQuote', {
    body: {
      ...{ name: '储能一期', customerId, currency: 'CNY', validUntil: '2099-12-31', discount: '5000.00' },
      ...{ lines: LINES, terms: '交货期 45 天\n质保两年' },
      ...more,
    },
  });
}

const requestDocument = (client: Client, id: number, query: object = {}, path: object = {}) =>
  client.request('recordDocument', {
    path: { entity: 'quote', id, document: 'quotation', ...path },
    query: { ...query },
  });

async function read(client: Client, id: number, query: object = {}): Promise<Uint8Array> {
  const response = await requestDocument(client, id, query);
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

describe('a quotation as PDF', () => {
  it('contains the amounts of the quote to the cent, in Chinese with the amount in capitals', async () => {
    const { text } = await readPdf(await read(boss, quote.id, { lang: 'zh' }));
    for (const part of [
      ...['报价单', '储能一期', '苏州澄湖电子有限公司', TAX_NUMBER, '储能柜', '148,672.57', '481,930.58'],
      ...['3,303.35', '1,346.12', '63,033.24', 'CNY 611,693.04', '陆拾壹万壹仟陆佰玖拾叁元零肆分'],
      ...['交货期 45 天', '质保两年', '卖方（盖章）', '第 1 页 共 1 页'],
    ])
      expect(text).toContain(part);
  });

  it('is in English on request, without capitals', async () => {
    const { text } = await readPdf(await read(boss, quote.id, { lang: 'en' }));
    for (const part of ['Quotation', 'Valid until', 'CNY 611,693.04', 'Seller', 'page 1 of'])
      expect(text).toContain(part);
    expect(text).not.toContain('陆拾壹');
  });

  it('is the same file until the record changes', async () => {
    const [first, second] = [await read(boss, quote.id), await read(boss, quote.id)];
    expect(Buffer.compare(first, second)).toBe(0);
    const other = await makeQuote({});
    const before = (await readPdf(await read(boss, other.id))).text;
    await boss.call('saveQuote', { body: { id: other.id, version: other.version, terms: '另议' } });
    expect((await readPdf(await read(boss, other.id))).text).not.toBe(before);
  });

  it("has the record's name as file name", async () => {
    const response = await requestDocument(boss, quote.id, { lang: 'en' });
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="Quotation Q\d{6}-\d{4}\.pdf"/,
    );
  });
});

describe('a quotation as Word', () => {
  it('says the same', async () => {
    const text = await readWord(await read(boss, quote.id, { format: 'word', lang: 'zh' }));
    for (const part of [
      '报价单',
      '储能柜',
      '63,033.24',
      'CNY 611,693.04',
      '陆拾壹万壹仟陆佰玖拾叁元零肆分',
      '质保两年',
    ])
      expect(text).toContain(part);
  });
});

describe('texts of people', () => {
  it('are neither markup nor instructions, and keep all printable characters', async () => {
    const terms = `<b>x</b> {"text":"y"} \u202eabc\u0007 CO₂ Łódź 한국 ไทย ${'长'.repeat(1_500)} ${'z'.repeat(1_500)}`;
    const { id } = await makeQuote({ terms });
    const { text } = await readPdf(await read(boss, id, { lang: 'zh' }));
    for (const part of ['<b>x</b> {"text":"y"} abc CO₂ Łódź 한국 ไทย', '长'.repeat(20), 'z'.repeat(20)])
      expect(text).toContain(part);
  });
});

describe('a character that no font has', () => {
  it.each([
    ['☑', 'U+2611'],
    ['\u{20bb7}', 'U+20BB7'],
    ['ש', 'U+05E9'],
  ])('refuses the paper and is named (%s)', async (letter, code) => {
    const { id } = await makeQuote({ name: `Quote ${letter}` });
    const response = await boss.request('recordDocument', {
      path: { entity: 'quote', id, document: 'quotation' },
      headers: { 'accept-language': 'en' },
    });
    const answer = (await response.json()) as { code: number; msg: string };
    expect([response.status, answer.code]).toEqual([422, 422340]);
    expect(answer.msg).toContain(`"${letter}" (${code})`);
  });
});

describe('who reads a document', () => {
  const reader = async (
    fieldRules: { field: string; rule: string }[],
    permissions = ['quote:list', 'quote:get'],
  ) => {
    const { userId, username } = await makePerson(served.server, [tenant]);
    const role = await makeRole(served.server, tenant, { permissions, fieldRules });
    await setRoles(served.server, userId, [role]);
    return login(served.server, username, PASSWORD);
  };

  it('finds no hidden data in it, and no data of invisible records', async () => {
    const client = await reader([{ field: 'quote.terms', rule: 'hidden' }]);
    const { text } = await readPdf(await read(client, quote.id, { lang: 'zh' }));
    expect(text).toContain('611,693.04');
    expect(text).not.toContain('质保两年');
    expect(text).not.toContain('商务条款');
    expect(text).not.toContain(TAX_NUMBER);
  });

  it('needs the permission to read the record', async () => {
    expect((await requestDocument(await reader([], ['customer:get']), quote.id)).status).toBe(403);
    expect((await requestDocument(served.stranger, quote.id)).status).toBe(404);
    expect((await requestDocument(boss, 999_999)).status).toBe(404);
    expect((await requestDocument(boss, quote.id, {}, { document: 'quotationn' })).status).toBe(404);
    expect((await requestDocument(boss, quote.id, {}, { entity: 'customer' })).status).toBe(404);
    expect((await requestDocument(boss, quote.id, { format: 'odt' })).status).toBe(400);
  });
});

async function readOf(
  client: Client,
  entity: string,
  id: number,
  document: string,
  query: { lang?: 'zh' | 'en'; format?: 'word' } = {},
) {
  const response = await client.request('recordDocument', { path: { entity, id, document }, query });
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

describe('pictures on paper', () => {
  const upload = async (name: string, content: Buffer) => {
    const form = new FormData();
    form.append('file', new Blob([Uint8Array.from(content)]), name);
    const { bucketName, fileName } = await boss.call('uploadFile', { form, query: { type: 'picture' } });
    return fileValue(`/admin/sys-file/${bucketName}/${fileName}`, name);
  };

  async function makeOrder(photos: readonly string[]): Promise<number> {
    const { station } = await makeSite(boss);
    const body = { name: '巡检', stationSn: station.sn!, type: 'inspection', priority: 'normal', photos };
    return (await boss.call('siteWorksheetCreate', { body })).id;
  }

  it('are printed with their names, in PDF and in Word', async () => {
    const id = await makeOrder([await upload('变压器.png', PNG), await upload('开关柜.png', PNG)]);
    const file = await readOf(boss, 'siteWorksheet', id, 'workOrder', { lang: 'zh' });
    const { text } = await readPdf(file);
    for (const part of ['工单报告', '现场照片', '变压器.png', '开关柜.png']) expect(text).toContain(part);
    expect(await countPictures(file)).toBe(2);
    const word = await readOf(boss, 'siteWorksheet', id, 'workOrder', { lang: 'zh', format: 'word' });
    expect(await readWord(word)).toContain('变压器.png');
  });

  it('that are broken are replaced by their names', async () => {
    const broken = Buffer.concat([PNG.subarray(0, 40), Buffer.alloc(20)]);
    const id = await makeOrder([await upload('broken.png', broken), await upload('whole.png', PNG)]);
    const file = await readOf(boss, 'siteWorksheet', id, 'workOrder', { lang: 'en' });
    expect((await readPdf(file)).text).toMatch(/broken\.png.*whole\.png/);
    expect(await countPictures(file)).toBe(1);
  });
});

describe('a label', () => {
  it('is one small page with the number as a code and as text', async () => {
    const { device } = await makeSite(boss, 'LABELLED');
    const file = await readOf(boss, 'device', device.id, 'deviceLabel', { lang: 'en' });
    const { text, pages } = await readPdf(file);
    expect(pages).toHaveLength(1);
    for (const part of ['Device label', 'Meter', 'Station LABELLED', 'LABELLED-M1'])
      expect(text).toContain(part);
    expect(await countPictures(file)).toBe(1);
  });
});

describe('decisions on paper', () => {
  it('include who agreed when with which remark, or who has not decided', async () => {
    const { applicant, manager } = await leaveTeam(served.server);
    const { record, request } = await submit(applicant, { endDate: '2026-12-05' });
    await manager.client.call('approvalAgree', {
      path: { id: request.id },
      body: { version: request.version, comment: 'enjoy the snow' },
    });
    const file = await readOf(applicant.client, 'leave', record.id, 'leaveForm', { lang: 'en' });
    const { text } = await readPdf(file);
    for (const part of ['Leave form', 'Approval', 'Agreed', 'enjoy the snow', 'Waiting'])
      expect(text).toContain(part);
  });
});

describe('a contract', () => {
  it('contains the lines, the instalments and the clauses of its order', async () => {
    const order = await makeSalesOrder(asker(boss), { deliveryAt: '2026-05-01' });
    const { text } = await readPdf(
      await readOf(boss, 'salesOrder', order.id, 'salesContract', { lang: 'zh' }),
    );
    for (const part of ['销售合同', '储能柜', '首付款', '183,507.91', '2026-02-12', '到货款', '61,169.31'])
      expect(text).toContain(part);
    for (const part of ['CNY 611,693.04', '陆拾壹万壹仟陆佰玖拾叁元零肆分', '交付与质保', '卖方（盖章）'])
      expect(text).toContain(part);
  });
});
