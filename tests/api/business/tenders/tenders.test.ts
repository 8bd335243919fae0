/** Tenders that lead to an order (B1), lost and unawarded bids (B2), and the library of tender files (B4). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../support/calls/client.ts';
import {
  agreeTender,
  bidFor,
  dayAfter,
  ESTIMATE,
  later,
  moveRecord,
  openTenderTeam,
  passOpening,
  planTender,
  submitTender,
  type TenderTeam,
} from '../../../support/records/tenders.ts';
import { sharedServer } from '../../../support/server/server.ts';

let team: TenderTeam;
let sales: Client;
let head: Client;
let engineer: Client;
beforeAll(async () => {
  team = await openTenderTeam(await sharedServer());
  [sales, head, engineer] = [team.sales.client, team.head.client, team.engineer.client];
});
afterAll(() => team?.server.stop());

const readTender = (id: number, by: Client = head) => by.call('tenderGet', { path: { id } });
const readBid = (id: number, by: Client = head) => by.call('bidGet', { path: { id } });
const uploadText = async (name: string): Promise<string> => {
  const form = new FormData();
  form.append('file', new Blob(['text']), name);
  return engineer.call('uploadRetrunUrl', { form });
};
/** Creates a released file of the library. */
async function addFile(more: object = {}): Promise<number> {
  const body = { name: `资质 ${++count}`, kind: 'certificate', validTo: dayAfter(400), ...more };
  const versions = [{ file: await uploadText(`v${count}.pdf`) }];
  const { id } = await engineer.call('tenderFileCreate', { body: { ...body, versions } });
  await moveRecord(engineer, 'tenderFile', id, 'release');
  return id;
}
let count = 0;
const notices = async (client: Client): Promise<string> =>
  JSON.stringify((await client.call('noticePage', { query: { size: 50 } })).records);

describe('B1: a tender becomes an order', () => {
  it('is numbered, planned, estimated, approved, bid for, won and ordered by the persons who do it', async () => {
    const number = await sales.call('tenderNumber');
    expect(number).toMatch(/^TB\d{6}-\d{3}$/);
    const fileId = await addFile();
    const id = await planTender(team, { number, ceiling: '1300000.00', files: [{ tenderFileId: fileId }] });
    expect(await readTender(id)).toMatchObject({
      ...{ number, state: 'planning', approval: 'draft' },
      ...{
        net: '1122123.89',
        gross: '1268000.00',
        cost: '921500.00',
        margin: '200623.89',
        marginRate: 17.88,
      },
      files: [{ tenderFileId: fileId, edition: 1 }],
    });
    // Sales users do not see costs.
    expect(await readTender(id, sales)).not.toHaveProperty('margin');
    await submitTender(team, id);
    expect(await readTender(id)).toMatchObject({ state: 'underApproval', approval: 'pending' });
    await agreeTender(team, id);
    expect(await readTender(id)).toMatchObject({ state: 'bidOpening', approval: 'agreed' });
    expect(await notices(sales)).toContain('园区储能招标');

    const { id: bondId } = await sales.call('tenderBondCreate', {
      body: { tenderId: id, amount: '25000.00', due: dayAfter(2) },
    });
    const bond = await team.finance.client.call('tenderBondGet', { path: { id: bondId } });
    await team.finance.client.call('tenderBondUpdate', {
      body: { id: bondId, version: bond.version, paidOn: dayAfter(0) },
    });
    expect(await readTender(id)).toMatchObject({ bondOpen: '25000.00' });

    // A colleague may not bid for another person's tender.
    const theirs = team.colleague.client.call('bidCreate', { body: { tenderId: id, lot: '2' } });
    await expect(theirs).rejects.toMatchObject({ status: 403 });
    const bid = await sales.call('bidCreate', { body: { tenderId: id } });
    expect(bid).toMatchObject({ amount: '1268000.00', net: '1122123.89', state: 'ongoing' });
    expect(await readBid(bid.id)).toMatchObject({ margin: '200623.89', marginRate: 17.88 });
    await expect(moveRecord(sales, 'bid', bid.id, 'win')).rejects.toMatchObject({
      ...{ status: 422, errors: [{ field: '/decidedAt' }] },
    });
    await passOpening(team, id);
    await moveRecord(sales, 'bid', bid.id, 'win');
    expect(await readBid(bid.id)).toMatchObject({ state: 'winning', decidedAt: expect.any(String) });
    expect(await readTender(id)).toMatchObject({ state: 'completed', wonAmount: '1268000.00' });

    await moveRecord(sales, 'bid', bid.id, 'order', { customerId: team.customerId });
    const { orderId } = await readBid(bid.id);
    expect(await sales.call('salesOrderGet', { path: { id: Number(orderId) } })).toMatchObject({
      ...{ tenderId: id, bidId: bid.id, gross: '1268000.00', ownerId: team.sales.userId },
      lines: [{ item: '储能系统', gross: '1268000.00' }],
    });
    const twice = moveRecord(sales, 'bid', bid.id, 'order', { customerId: team.customerId });
    await expect(twice).rejects.toMatchObject({
      status: 409,
      msg: expect.stringContaining('该投标已有订单'),
    });
  });

  it('has the tax of the rounded amount of each line, and shows no unit costs to sales users', async () => {
    const lines = [{ item: '端子', unit: '个', quantity: 1.5, price: '0.33', taxRate: 13 }];
    const id = await planTender(team, { lines });
    const amounts = { net: '0.50', tax: '0.07', gross: '0.57' };
    expect(await readTender(id)).toMatchObject({ ...amounts, lines: [{ ...amounts, unitCost: null }] });
    const seen = await readTender(id, sales);
    expect(seen).toMatchObject({ lines: [amounts] });
    expect(seen.lines?.[0]).not.toHaveProperty('unitCost');
  });

  it('assigns 16 unique numbers to 16 parallel requests', async () => {
    const answers = await Promise.all(Array.from({ length: 16 }, () => sales.call('tenderNumber')));
    expect(new Set(answers).size).toBe(16);
  });

  it('refuses a price above the ceiling, and a file that expires before the opening', async () => {
    const create = (more: object) =>
      head.call('tenderCreate', {
        body: { name: '超限', issuer: '园区', submitBy: later(72), openAt: later(96), ...more },
      });
    await expect(create({ ceiling: '1267999.99', lines: ESTIMATE })).rejects.toMatchObject({
      errors: [{ field: '/ceiling', msg: expect.stringContaining('1,268,000.00') }],
    });
    const soon = await addFile({ validTo: dayAfter(2) });
    await expect(create({ files: [{ tenderFileId: soon }] })).rejects.toMatchObject({
      errors: [{ field: '/files/0/tenderFileId' }],
    });
    const draft = await engineer.call('tenderFileCreate', { body: { name: '草稿', kind: 'technical' } });
    await expect(create({ files: [{ tenderFileId: draft.id }] })).rejects.toMatchObject({
      errors: [{ field: '/files/0/tenderFileId' }],
    });
    await expect(create({ openAt: later(71) })).rejects.toMatchObject({ errors: [{ field: '/openAt' }] });
  });

  it('also needs the approval of administration if the margin is below 15 %', async () => {
    const id = await planTender(team, {});
    const { version } = await readTender(id, engineer);
    await engineer.call('tenderUpdate', {
      body: { id, version, lines: [{ ...ESTIMATE[0], unitCost: '960000.00' }] },
    });
    expect(await readTender(id)).toMatchObject({ marginRate: 14.45 });
    await expect(submitTender(team, id)).rejects.toMatchObject({ status: 409 });
  });

  it('refuses a bid that is a minute late, and accepts it after the deadline was postponed', async () => {
    const { tenderId } = await bidFor(team, []);
    await passOpening(team, tenderId);
    const late = sales.call('bidCreate', { body: { tenderId } });
    await expect(late).rejects.toMatchObject({ errors: [{ field: '/tenderId' }] });
    await moveRecord(sales, 'tender', tenderId, 'postpone', {
      ...{ submitBy: later(48), openAt: later(50), postponeReason: '补遗' },
    });
    expect((await sales.call('bidCreate', { body: { tenderId } })).state).toBe('ongoing');
  });
});

describe('B2: an unsuccessful bid', () => {
  it('is third of three, 6.11 % above the winner, with a reason', async () => {
    const { tenderId, bids } = await bidFor(team);
    const id = bids[0]!;
    const { version } = await readBid(id, sales);
    await sales.call('bidUpdate', {
      body: {
        ...{ id, version },
        competitors: [
          { name: '甲', price: '1195000.00', won: true },
          { name: '乙', price: '1231000.00' },
        ],
      },
    });
    await passOpening(team, tenderId);
    await expect(moveRecord(sales, 'bid', id, 'win')).rejects.toMatchObject({ status: 400 });
    await expect(moveRecord(sales, 'bid', id, 'lose')).rejects.toMatchObject({ status: 400 });
    await moveRecord(sales, 'bid', id, 'lose', { reason: '价格' });
    expect(await readBid(id, sales)).toMatchObject({
      state: 'failed',
      place: 3,
      overWinner: 6.11,
      reason: '价格',
    });
    expect(await readTender(tenderId)).toMatchObject({ state: 'completed' });
  });

  it('that was not awarded leads to a new round that refers to the old one', async () => {
    const { tenderId, bids } = await bidFor(team);
    await passOpening(team, tenderId);
    await moveRecord(sales, 'bid', bids[0]!, 'unaward', { reason: '不足三家' });
    await moveRecord(sales, 'tender', tenderId, 'repeat', {
      nextSubmitBy: later(100),
      nextOpenAt: later(110),
    });
    const { records } = await sales.call('tenderPage', { query: { state: 'unprocessed' } });
    expect(await readTender(records.find(({ previousId }) => previousId === tenderId)!.id)).toMatchObject({
      ...{ name: '园区储能招标', gross: '1268000.00', customerId: team.customerId, bids: 0 },
    });
  });

  it('is corrected by another person, and the tender is open again', async () => {
    const { tenderId, bids } = await bidFor(team);
    await passOpening(team, tenderId);
    await moveRecord(sales, 'bid', bids[0]!, 'lose', { reason: '价格' });
    const correct = (by: Client) => moveRecord(by, 'bid', bids[0]!, 'reopen', { reopenReason: '公示有误' });
    await expect(correct(sales)).rejects.toMatchObject({ status: 403 });
    await correct(head);
    expect(await readTender(tenderId)).toMatchObject({ state: 'bidOpening' });
    await moveRecord(head, 'bid', bids[0]!, 'win');
    await expect(correct(head)).rejects.toMatchObject({ status: 409 });
    expect(await readTender(tenderId)).toMatchObject({ state: 'completed' });
  });

  it('of several lots completes the tender once when the last one is decided, even for 4 parallel calls', async () => {
    const { tenderId, bids } = await bidFor(team, [{}, {}, {}, {}]);
    await passOpening(team, tenderId);
    await Promise.all(bids.map((id) => moveRecord(sales, 'bid', id, 'unaward', { reason: '流标' })));
    expect(await readTender(tenderId)).toMatchObject({ state: 'completed', bids: 4 });
    const path = { entity: 'tender', id: tenderId };
    const { records } = await head.call('recordHistory', { path, query: {} });
    expect(records.filter(({ action }) => action === 'transition:complete')).toHaveLength(1);
  });

  it('prevents deleting its tender: only an unprocessed one without a bond is deleted', async () => {
    const planned = await planTender(team);
    const bid = await sales.call('bidCreate', { body: { tenderId: planned } });
    const remove = (id: number) => sales.call('tenderDelete', { path: { id } });
    await expect(remove(planned)).rejects.toMatchObject({
      ...{ status: 409, code: 40950, msg: '只有处于“未处理”时才能删除' },
    });
    expect((await readTender(planned, sales))._actions).not.toContain('delete');
    await sales.call('bidDelete', { path: { id: bid.id } });
    const { id } = await sales.call('tenderCreate', {
      body: { name: '未处理', issuer: '园区', submitBy: later(72), openAt: later(96) },
    });
    expect((await readTender(id, sales))._actions).toContain('delete');
    const bond = await sales.call('tenderBondCreate', {
      body: { tenderId: id, amount: '1.00', due: dayAfter(3) },
    });
    await expect(remove(id)).rejects.toMatchObject({ status: 409 });
    await sales.call('tenderBondDelete', { path: { id: bond.id } });
    await remove(id);
    await expect(readTender(id)).rejects.toMatchObject({ status: 404 });
  });
});

describe('B4: the library', () => {
  it('keeps the version that a submitted tender used', async () => {
    const fileId = await addFile();
    const id = await planTender(team, { files: [{ tenderFileId: fileId }] });
    await submitTender(team, id);
    const file = await engineer.call('tenderFileGet', { path: { id: fileId } });
    const versions = [
      ...(file.versions ?? []).map(({ id: versionId }) => ({ id: versionId })),
      { file: await uploadText('v2.pdf'), note: '换证' },
    ];
    await engineer.call('tenderFileUpdate', { body: { id: fileId, version: file.version, versions } });
    expect(await engineer.call('tenderFileGet', { path: { id: fileId } })).toMatchObject({
      edition: 2,
      uses: 1,
    });
    expect(await readTender(id)).toMatchObject({ files: [{ edition: 1 }] });
    await expect(engineer.call('tenderFileDelete', { path: { id: fileId } })).rejects.toMatchObject({
      status: 409,
    });
    const uses = await engineer.call('tenderFileUsePage', { query: { size: 50 } });
    const use = uses.records.find((one) => one.tenderFileId === fileId)!;
    expect(await engineer.call('tenderFileUseGet', { path: { id: use.id } })).toMatchObject({ tenderId: id });
    const all = await engineer.call('tenderFileVersionPage', { query: { size: 50 } });
    expect(await engineer.call('tenderFileVersionGet', { path: { id: all.records[0]!.id } })).toHaveProperty(
      'number',
    );
  });

  it("notifies the owners of open tenders of a file's new version, once each", async () => {
    const own = await openTenderTeam(team.server);
    const form = new FormData();
    form.append('file', new Blob(['text']), 'v.pdf');
    const stored: string = await own.engineer.client.call('uploadRetrunUrl', { form });
    const { id } = await own.engineer.client.call('tenderFileCreate', {
      body: { name: '模板', kind: 'template', versions: [{ file: stored }] },
    });
    await moveRecord(own.engineer.client, 'tenderFile', id, 'release');
    const files = [{ tenderFileId: id }];
    for (let made = 0; made < 3; made++) await planTender(own, { name: `引用 ${made}`, files });
    const dropped = await planTender(own, { name: '已取消', files });
    await moveRecord(own.sales.client, 'tender', dropped, 'cancel', { cancelReason: '取消' });
    await planTender(own, { name: '未引用' });
    const { version, versions } = await own.engineer.client.call('tenderFileGet', { path: { id } });
    const existing = (versions ?? []).map((one) => ({ id: one.id }));
    await own.engineer.client.call('tenderFileUpdate', {
      body: { id, version, versions: [...existing, { file: stored }] },
    });
    const noticesOf = async (by: Client) =>
      (await by.call('noticePage', { query: { size: 50 } })).records.filter(({ text }) =>
        text.zh.includes('新版本 v2'),
      );
    expect(await noticesOf(own.sales.client)).toHaveLength(3);
    expect(await noticesOf(own.colleague.client)).toHaveLength(0);
  });

  it('lists files that are valid on a day, and by kind', async () => {
    const fileId = await addFile({ validFrom: dayAfter(-10), validTo: dayAfter(10), kind: 'reference' });
    const found = async (query: object) =>
      (await sales.call('tenderFilePage', { query: { kind: 'reference', size: 50, ...query } })).records.map(
        ({ id }) => id,
      );
    expect(await found({ validOn: dayAfter(10) })).toContain(fileId);
    expect(await found({ validOn: dayAfter(11) })).not.toContain(fileId);
    expect(await found({ validOn: dayAfter(-11) })).not.toContain(fileId);
    await moveRecord(engineer, 'tenderFile', fileId, 'withdraw');
    await moveRecord(engineer, 'tenderFile', fileId, 'restore');
    await engineer.call('tenderFileDelete', { path: { id: fileId } });
    expect(await found({})).not.toContain(fileId);
  });
});

it('tenders, bids, bonds and objectives are listed by their calls, and lines are read alone', async () => {
  const { tenderId, bids } = await bidFor(team);
  const due = await sales.call('tenderPage', { query: { ownerId: team.sales.userId, due: dayAfter(3) } });
  expect(due.records.map(({ id }) => id)).toContain(tenderId);
  const early = await sales.call('tenderPage', { query: { due: dayAfter(-5), size: 50 } });
  expect(early.records.map(({ id }) => id)).not.toContain(tenderId);
  const { records } = await sales.call('bidPage', { query: { tenderId, state: 'ongoing' } });
  expect(records.map(({ id }) => id)).toEqual(bids);
  const [line] = (await sales.call('tenderLinePage', { query: { size: 1 } })).records;
  expect(await sales.call('tenderLineGet', { path: { id: line!.id } })).toMatchObject({ currency: 'CNY' });
  expect((await sales.call('tenderBondPage', { query: { size: 1 } })).total).toBeGreaterThan(0);
  const [one] = (await sales.call('bidCompetitorPage', { query: { size: 1 } })).records;
  expect(await sales.call('bidCompetitorGet', { path: { id: one!.id } })).toHaveProperty('price');

  const body = { month: dayAfter(0), count: 2, amount: '1200.00' };
  const plan = await sales.call('objectiveCreate', { body });
  await sales.call('objectiveUpdate', { body: { id: plan.id, version: plan.version, count: 3 } });
  expect(await sales.call('objectiveGet', { path: { id: plan.id } })).toMatchObject({
    count: 3,
    state: 'draft',
  });
  await expect(moveRecord(sales, 'objective', plan.id, 'agree')).rejects.toMatchObject({ status: 403 });
  await moveRecord(head, 'objective', plan.id, 'agree');
  await moveRecord(sales, 'objective', plan.id, 'nextVersion');
  const raised = (await sales.call('objectivePage', { query: {} })).records.find(
    ({ edition }) => edition === 2,
  )!;
  expect(raised).toMatchObject({ familyId: plan.id, count: 3, state: 'draft', current: false });
  await moveRecord(head, 'objective', raised.id, 'agree');
  expect(await sales.call('objectiveGet', { path: { id: plan.id } })).toMatchObject({ state: 'replaced' });
  const own = await head.call('objectiveCreate', { body });
  await expect(moveRecord(head, 'objective', own.id, 'agree')).rejects.toMatchObject({ status: 409 });
  expect((await head.call('objectivePage', { query: {} })).total).toBe(3);
  await head.call('objectiveDelete', { path: { id: own.id } });
});
