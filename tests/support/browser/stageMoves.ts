/** Creates the records that the demo lacks. Each transition with a form then has a record. */
import { addAlarms } from '../alarms/alarms.ts';
import type { Client } from '../calls/client.ts';
import { changeRows, runSql } from '../calls/world.ts';
import { book, makeMobile, move as moveMobile } from '../devices/mobile.ts';
import { uploadPicture } from '../records/inspections.ts';
import { asker } from '../records/orderLines.ts';
import { applyFor, makeOrder, move, readOrder, receive } from '../records/orderToCash.ts';
import { completeProject, makeProject, moveOf, startProject } from '../records/projects.ts';
import type { TestServer } from '../server/server.ts';
import { joinTenant, type Site } from '../telemetry/site.ts';

/** Creates an order of 60.00 and signs it. */
async function signOrder(admin: Client) {
  const request = asker(admin);
  const { id } = await makeOrder(request, {
    ...{ discount: null, lines: [{ item: 'Hour', price: '60.00', taxRate: 0 }] },
    plan: [{ name: 'All', amount: '60.00', due: '2026-12-31' }],
  });
  const signed = await move(request, 'salesOrder', id, 'confirm');
  if (signed.status !== 200) throw new Error(signed.msg);
  return readOrder(request, id);
}

/** Creates an order that is paid and invoiced, so that nothing of it is open. */
async function settleOrder(admin: Client): Promise<void> {
  const request = asker(admin);
  const order = await signOrder(admin);
  const today = new Date().toISOString().slice(0, 10);
  await receive(request, order.customerId, '60.00', today, [{ payId: order.plan[0]!.id, amount: '60.00' }]);
  const { data } = await applyFor(request, order, [[0, '60.00', '0.00']]);
  const records = [{ number: `STAGED-${order.id}`, date: today, net: '60.00', tax: '0.00' }];
  await admin.call('issueInvoice', { query: { id: data.id }, body: { records } });
}

async function addRefusals(server: TestServer, tenantId: number, deviceSn: string): Promise<void> {
  for (const [sn, reason] of [
    [deviceSn, 'unknownKey'],
    ['nobody', 'unknownDevice'],
  ])
    await runSql(
      server,
      `insert into telemetry_refusal (tenant_id, device_sn, sender, key, reason, occurrences, first_at, last_at, status)
       values ($1, $2, $3, 'staged', $4, 1, now(), now(), 'open')`,
      ...[tenantId, sn, deviceSn, reason],
    );
}

/** Adds falls of a counter: three resets, and skipped readings. */
async function addFalls(server: TestServer, tenantId: number, { variable, station }: Site): Promise<void> {
  for (const [at, kind] of ['reset', 'reset', 'reset', 'bridged'].entries())
    await runSql(
      server,
      `insert into counter_fall (tenant_id, name, variable_sn, device_sn, station_sn, kind, state, left_out, counted,
         before, before_at, after, after_at, back, back_at)
       values ($1, 'Staged counter', $2, $3, $4, $5, 'judged', 0, 50, 910, now() - make_interval(days => $6::int, hours => 1),
         50, now() - make_interval(days => $6::int), 911, now() - make_interval(days => $6::int) + interval '1 hour')`,
      ...[tenantId, variable.sn, variable.deviceSn, station.sn, kind, at + 1],
    );
}

const HOUR_MS = 3_600_000;
const hoursFromNow = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** Begins the use of a unit that has arrived. */
async function beginUse(admin: Client): Promise<void> {
  const unit = await makeMobile(admin, 'STAGED');
  const { id } = await book(admin, unit, [hoursFromNow(-3), hoursFromNow(24)]);
  await moveMobile(admin, 'mobileRental', id, 'arrive', { arrivedAt: hoursFromNow(-2) });
  await admin.call('mobileSessionCreate', { body: { rentalId: id, startsAt: hoursFromNow(-1) } });
}

async function requestProof(server: TestServer, admin: Client): Promise<void> {
  const filter = JSON.stringify({ and: [{ field: 'status', op: 'eq', value: 'agreed' }] });
  const { records } = await admin.call('leavePage', { query: { filter } });
  await changeRows(server, 'leave', { id: records[0]!.id }, { proof_by: '2099-12-31' });
}

/** Creates bids whose tenders were approved and opened. */
async function openBids(server: TestServer, admin: Client, count: number): Promise<void> {
  for (let made = 0; made < count; made++) {
    const times = { submitBy: hoursFromNow(2), openAt: hoursFromNow(3) };
    const { id, version } = await admin.call('tenderCreate', {
      body: { name: `Staged ${made}`, issuer: 'Issuer', ...times },
    });
    const path = { entity: 'tender', id };
    await admin.call('recordTransition', { path, body: { name: 'plan', version } });
    await admin.call('bidCreate', { body: { tenderId: id, lot: `Staged ${made}`, amount: '60.00' } });
    const passed = { submit_by: hoursFromNow(-2), open_at: hoursFromNow(-1) };
    await changeRows(server, 'tender', { id }, { state: 'bidOpening', approval: 'agreed', ...passed });
  }
}

/** Creates an answered request of the administrator, who can rate it. */
async function requestRating(admin: Client): Promise<void> {
  const body = { title: 'Staged', description: 'Staged' };
  const { id } = (await admin.call('submitSupport', { body }))!;
  await admin.call('reviewSupport', { body: { id, result: 'review' } });
  await admin.call('reviewSupport', { body: { id, result: 'answer', answer: 'Staged' } });
}

/** Creates work orders in progress: some that another user checks, and some that need no check. */
async function beginSheets(admin: Client, { station }: Site): Promise<void> {
  for (const check of ['other', 'other', 'none', 'none'] as const) {
    const { id, version } = await admin.call('siteWorksheetCreate', {
      body: { name: 'Staged', stationSn: station.sn!, type: 'repair', priority: 'normal', check },
    });
    const path = { entity: 'siteWorksheet', id };
    await admin.call('recordTransition', { path, body: { name: 'start', version } });
  }
}

/** Closes the month after the last closed one. Another user will open it again. */
async function closeNextMonth(admin: Client, other: Client): Promise<void> {
  const { records } = await admin.call('periodPage', { query: { sort: '-month', size: 1 } });
  const [year, month] = records[0]!.month.split('-').map(Number);
  const next = new Date(Date.UTC(year!, month!)).toISOString().slice(0, 7);
  const body = { kind: 'receipts', month: next } as const;
  const { id, version } = await other.call('periodCreate', { body });
  await other.call('recordTransition', { path: { entity: 'period', id }, body: { name: 'close', version } });
}

/** Creates projects in each state with a transition. One transition may use up the project of another. */
async function stageProjects(admin: Client, leaderId: number): Promise<void> {
  await makeProject(admin, leaderId);
  const start = async (): Promise<number> => {
    const { id } = await makeProject(admin, leaderId);
    await startProject(admin, id, [leaderId]);
    return id;
  };
  for (let count = 0; count < 2; count++) await start();
  await admin.call('executeSiteStatus', { body: { id: await start(), status: 'paused', note: 'Rain' } });
  await admin.call('executeSiteFinish', { body: { id: await start() } });
  const settled = { id: await start() };
  await admin.call('executeSiteFinish', { body: settled });
  await admin.call('finalAccountConfirm', { body: { ...settled, finalAmount: '60.00' } });
  for (let count = 0; count < 2; count++) await completeProject(admin, await start());
}

/** Presents a check with a failed item. Another user will judge it. */
async function presentCheck(other: Client, leaderId: number): Promise<void> {
  const { id: siteId } = await makeProject(other, leaderId);
  const photos = [await uploadPicture(other)];
  const items = [
    { name: 'Labels', kind: 'check' as const, result: 'abnormal' as const, remark: 'None', photos },
  ];
  const { id } = await other.call('qualityCheckCreate', { body: { siteId, name: 'Staged', items } });
  const { status, msg } = await moveOf(other, 'qualityCheck', id, 'present');
  if (status !== 200) throw new Error(msg);
}

export async function stageMoves(server: TestServer, admin: Client): Promise<void> {
  const { tenantId, userId } = await admin.call('getPrincipal', {});
  const other = await joinTenant(server, tenantId, ['*']);
  const { records: variables } = await admin.call('deviceVariablePage', { query: { size: 1 } });
  const variable = variables[0]!;
  const device = await admin.call('deviceBySn', { path: { id: variable.deviceSn } });
  const site = { station: { sn: device.stationSn }, device, variable } as unknown as Site;
  await addAlarms(server, tenantId, site, { count: 2 });
  await addFalls(server, tenantId, site);
  await addRefusals(server, tenantId, device.sn);
  await beginUse(admin);
  await requestProof(server, admin);
  await openBids(server, admin, 3);
  await requestRating(admin);
  await beginSheets(admin, site);
  await closeNextMonth(admin, other);
  // Transitions of projects use the newest one, so the project of the check stays open.
  await presentCheck(other, userId);
  await stageProjects(admin, userId);
  // Transitions of receipts and applications use the newest one, so the first order stays unchanged.
  for (let count = 0; count < 3; count++) await settleOrder(admin);
  await signOrder(admin);
}
