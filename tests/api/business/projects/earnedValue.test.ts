/** S14: the earned value of projects by order, station and tenant, and the hours and costs that it counts. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../../support/calls/ask.ts';
import { serveOperators } from '../../../support/calls/operators.ts';
import {
  type CostTeam,
  dayFromToday,
  openCostTeam,
  planProject,
  setBudget,
  setRate,
  workOnProject,
} from '../../../support/records/earnedValue.ts';
import { checkTable, tableFile, upload } from '../../../support/records/excel.ts';
import {
  completeProject,
  joinProject,
  makeProject,
  startProject,
} from '../../../support/records/projects.ts';

const served = serveOperators();
let team: CostTeam;
let siteId: number;
let orderId: number;
let stationId: number;

beforeAll(async () => {
  const { operator, server } = served;
  team = await openCostTeam(server, operator);
  const customer = await operator.call('customerCreate', { body: { name: 'Harbour Co' } });
  const order = await operator.call('salesOrderCreate', {
    body: { name: 'Second cabinet', customerId: customer.id, lines: [] },
  });
  orderId = order.id;
  const site = await planProject(operator, team, { orderId, customerId: customer.id });
  siteId = site.id;
  const { records } = await operator.call('stationPage', { query: { search: site.stationSn! } });
  stationId = records[0]!.id;
});

const statistics = (query: Record<string, number | undefined> = {}, client = team.finance.client) =>
  client.call('earnedValueStatistics', { query });

const hours = (body: object, client = team.worker.client) =>
  ask(client, 'manualWorkloadCreate', {
    body: { siteId, day: dayFromToday(-30), hours: 2, content: 'Wiring', ...body },
  });

const S14 = {
  ...{ plan: '100000.00', plannedValue: '50000.00', earnedValue: '35000.00', actualCost: '26000.00' },
  ...{ costIndex: '1.3462', scheduleIndex: '0.7000', estimate: '74285.71' },
};

describe('the earned value', () => {
  it('divides by no cost as long as nothing was spent', async () => {
    expect((await statistics({ orderId })).total).toMatchObject({
      ...{ earnedValue: '35000.00', actualCost: '0.00', costIndex: null, scheduleIndex: '0.7000' },
      ...{ estimate: null, hours: 0 },
    });
  });

  it('of S14 is the same by order, by station and of the tenant', async () => {
    await workOnProject(team, siteId);
    const { tenantId } = served.operator;
    for (const query of [{ orderId }, { stationId }, { tenantId }, {}]) {
      const { total, projects } = await statistics(query);
      expect(total, JSON.stringify(query)).toMatchObject({ ...S14, hours: 120, hoursWithoutRate: 0 });
      expect(projects).toMatchObject([{ id: siteId, orderId, stationId, orderName: 'Second cabinet' }]);
    }
    const { total } = await statistics({ orderId });
    expect(total.plannedEnd).toBe(dayFromToday(30));
    expect(String(total.forecastEnd) > String(total.plannedEnd)).toBe(true);
  });

  it('has a weekly curve that ends with the plan', async () => {
    const { weeks, day } = await statistics({ orderId });
    expect(weeks.at(-1)).toMatchObject({ plannedValue: '100000.00', earnedValue: null, actualCost: null });
    const now = weeks.find(({ from, to }) => from <= day && day <= to);
    expect(now).toMatchObject({ earnedValue: '35000.00', actualCost: '26000.00' });
    expect(weeks.every((week, at) => at === 0 || week.from > weeks[at - 1]!.from)).toBe(true);
  });

  it('of a tenant is the sum of its projects; a project without a planned cost adds only its cost', async () => {
    const other = await makeProject(served.operator, team.worker.id, { name: 'Roof' });
    await team.finance.client.call('projectCostCreate', {
      body: { siteId: other.id, day: dayFromToday(-2), kind: 'travel', content: 'Trip', amount: '500.50' },
    });
    const { total, projects } = await statistics();
    expect(total).toMatchObject({
      ...S14,
      actualCost: '26500.50',
      costIndex: '1.3207',
      estimate: '75715.71',
    });
    expect(projects.map(({ budgeted }) => budgeted)).toEqual([true, false]);
    expect((await statistics({ orderId })).total).toMatchObject(S14);
    expect((await statistics({ orderId: 9_999_999 })).projects).toEqual([]);
  });

  it('is refused to users without the permission for costs, and in other tenants', async () => {
    const { operator, stranger } = served;
    const refused = await ask(team.worker.client, 'earnedValueStatistics', { query: { orderId } });
    expect(refused.status).toBe(403);
    const query = { tenantId: operator.tenantId + 1 };
    expect((await ask(team.finance.client, 'earnedValueStatistics', { query })).status).toBe(403);
    expect((await statistics({ orderId }, stranger)).projects).toEqual([]);
  });
});

describe('hours of work', () => {
  it('are read, changed and deleted by their person, who sees neither rate nor cost', async () => {
    const { worker, finance } = team;
    const { data: made } = await hours({});
    expect(made).not.toHaveProperty('rate');
    const path = { id: made.id };
    expect(await finance.client.call('manualWorkloadGet', { path })).toMatchObject({
      rate: '150.00',
      cost: '300.00',
    });
    const body = { id: made.id, version: made.version, hours: 3.5 };
    await worker.client.call('manualWorkloadUpdate', { body });
    expect(await finance.client.call('manualWorkloadGet', { path })).toMatchObject({ cost: '525.00' });
    const day = dayFromToday(-30);
    const listed = await worker.client.call('manualWorkloadPage', { query: { orderId, from: day, to: day } });
    expect(listed.records.map(({ id }) => id)).toEqual([made.id]);
    await worker.client.call('manualWorkloadDelete', { path });
    expect((await ask(worker.client, 'manualWorkloadGet', { path })).status).toBe(404);
  });

  it('keep the rate at that moment, and report a person without a rate', async () => {
    const { operator } = served;
    const { worker, finance } = team;
    const { data: before } = await hours({});
    await setRate(operator, worker.id, '200.00');
    const { data: after } = await hours({});
    await setRate(operator, worker.id, null);
    const { data: without } = await hours({});
    const ratesOf = async (ids: readonly number[]) =>
      Promise.all(
        ids.map(async (id) => (await finance.client.call('manualWorkloadGet', { path: { id } })).rate),
      );
    expect(await ratesOf([before.id, after.id, without.id])).toEqual(['150.00', '200.00', null]);
    expect((await statistics({ orderId })).total).toMatchObject({ hours: 126, hoursWithoutRate: 2 });
    for (const { id } of [before, after, without])
      await worker.client.call('manualWorkloadDelete', { path: { id } });
    await setRate(operator, worker.id, '150.00');
  });

  it('are at most 24 a day per person, over all projects, even for sixteen parallel requests', async () => {
    const other = await makeProject(served.operator, team.worker.id, { name: 'Fence' });
    const day = dayFromToday(-31);
    expect((await hours({ day, hours: 24.5 })).status).toBe(400);
    expect((await hours({ day, hours: 20 })).status).toBe(200);
    const over = await hours({ day, hours: 4.5, siteId: other.id });
    expect(over.status).toBe(422);
    expect(over.errors?.[0]).toMatchObject({ field: '/hours', msg: expect.stringMatching(/24.5/) });
    expect((await hours({ day, hours: 4, siteId: other.id })).status).toBe(200);
    const free = dayFromToday(-32);
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => hours({ day: free, hours: 2, siteId: other.id })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(12);
  });

  it('must be in the past, and belong to the project and its plans', async () => {
    expect((await hours({ day: dayFromToday(3) })).errors?.[0]?.field).toBe('/day');
    expect((await hours({ siteId: undefined })).status).toBe(400);
    const other = await makeProject(served.operator, team.worker.id, { name: 'Gate' });
    const { records } = await served.operator.call('workPlanPage', {
      query: { filter: JSON.stringify({ and: [{ field: 'siteId', op: 'eq', value: siteId }] }) },
    });
    const taskId = records[0]!.id;
    const wrong = await hours({ siteId: other.id, taskId });
    expect(wrong.errors?.[0]?.field).toBe('/taskId');
    expect((await hours({ taskId, day: dayFromToday(-29) })).status).toBe(200);
  });

  it('are entered by the person; a user with the permission enters them for others', async () => {
    const { operator, server } = served;
    const mate = await joinProject(server, operator.tenantId);
    expect((await hours({ userId: mate.id })).status).toBe(403);
    const { data: own } = await hours({ day: dayFromToday(-28) });
    await operator.call('siteMembersPut', {
      body: { siteId, members: [{ userId: mate.id, role: 'worker' }] },
    });
    const body = { id: own.id, version: own.version, hours: 1 };
    expect((await ask(mate.client, 'manualWorkloadUpdate', { body })).status).toBe(404);
    expect((await ask(mate.client, 'manualWorkloadDelete', { path: { id: own.id } })).status).toBe(404);
    expect((await hours({ userId: mate.id, day: dayFromToday(-28) }, operator)).status).toBe(200);
  });

  it('and costs of a closed month cannot be changed', async () => {
    const { worker, finance } = team;
    const day = '2026-01-14';
    const { data: made } = await hours({ day });
    const cost = await finance.client.call('projectCostCreate', {
      body: { siteId, day, kind: 'other', content: 'Permit', amount: '20.00' },
    });
    const period = await finance.client.call('periodCreate', {
      body: { kind: 'projectCosts', month: '2026-01' },
    });
    const path = { entity: 'period', id: period.id };
    await finance.client.call('recordTransition', { path, body: { name: 'close', version: period.version } });
    expect(await hours({ day })).toMatchObject({ status: 409, errors: [{ field: '/day' }] });
    const body = { id: made.id, version: made.version, hours: 1 };
    expect((await ask(worker.client, 'manualWorkloadUpdate', { body })).status).toBe(409);
    expect((await ask(worker.client, 'manualWorkloadDelete', { path: { id: made.id } })).status).toBe(409);
    const { status } = await ask(finance.client, 'projectCostDelete', { path: { id: cost.id } });
    expect(status).toBe(409);
  });
});

describe('the costs of a project', () => {
  const book = (more: object) =>
    ask(team.finance.client, 'projectCostCreate', {
      body: { siteId, day: dayFromToday(-27), kind: 'other', content: 'Crane', amount: '1.00', ...more },
    });

  it('are amounts of at most ten digits, negative for corrections', async () => {
    expect((await book({ amount: '12a' })).errors?.[0]?.msg).toMatch(/numeric amount/);
    expect((await book({ amount: '10000000000.00' })).errors?.[0]?.msg).toMatch(/10 digits/);
    expect((await book({ amount: '0.00' })).status).toBe(400);
    const { data: made } = await book({ amount: '-12.35' });
    expect(made.amount).toBe('-12.35');
    const path = { id: made.id };
    const { finance, worker } = team;
    await finance.client.call('projectCostUpdate', { body: { ...path, version: made.version, amount: '5' } });
    expect(await finance.client.call('projectCostGet', { path })).toMatchObject({ amount: '5.00' });
    expect((await ask(worker.client, 'projectCostPage', {})).status).toBe(403);
    await finance.client.call('projectCostDelete', { path });
    const { records } = await finance.client.call('projectCostPage', { query: { size: 100 } });
    expect(records.map(({ id }) => id)).not.toContain(made.id);
  });

  it('are refused in an imported table with the errors of the form', async () => {
    const { records } = await team.finance.client.call('executeSitePage', {});
    const { name } = records.find(({ id }) => id === siteId)!;
    const table = await tableFile([
      ['siteId', 'day', 'kind', 'content', 'amount'],
      [],
      ...['12a', '10000000000', 'ten'].map((amount) => [name, dayFromToday(-27), 'other', 'Crane', amount]),
    ]);
    for (const [lang, number, size] of [
      ['en', 'Amount: fill in a numeric amount', 'Amount: at most 10 digits plus two decimals'],
      ['zh', '金额：请填写数字金额', '金额最多为10位整数加两位小数'],
    ] as const) {
      const wish = { entity: 'projectCost', lang };
      const { report } = await checkTable(team.finance.client, wish, upload(table));
      const problems = report.problems.map(({ row, column, reason }) => [row, column, reason]);
      expect(problems).toEqual([
        [3, 'amount', number],
        [4, 'amount', size],
        [5, 'amount', number],
      ]);
    }
  });

  it('are added up in the project, with the hours, for users who may see costs', async () => {
    const { operator } = served;
    const { id } = await makeProject(operator, team.worker.id, { name: 'Shed' });
    expect((await setBudget(team.finance.client, id, '900.00')).status).toBe(200);
    expect((await setBudget(team.worker.client, id, '900.00')).status).toBe(403);
    await hours({ siteId: id, day: dayFromToday(-26), hours: 4 });
    await book({ siteId: id, amount: '50.05' });
    const path = { id };
    expect(await team.finance.client.call('executeSiteInfo', { path })).toMatchObject({
      ...{ budget: '900.00', workHours: 4, workCost: '600.00', bookedCost: '50.05', actualCost: '650.05' },
    });
    const shown = await team.worker.client.call('executeSiteInfo', { path });
    expect(shown).toMatchObject({ workHours: 4 });
    expect(shown).not.toHaveProperty('actualCost');
  });

  it('and hours can no longer be added once the project is closed', async () => {
    const { operator } = served;
    const { id } = await makeProject(operator, team.worker.id, { name: 'Ramp' });
    await startProject(operator, id, [team.worker.id]);
    await completeProject(operator, id);
    await operator.call('projCloseConfirm', { body: { id, override: false } });
    expect((await hours({ siteId: id, day: dayFromToday(-25) })).errors?.[0]?.field).toBe('/siteId');
    expect((await book({ siteId: id })).status).toBe(409);
    expect((await setBudget(team.finance.client, id, '1.00')).status).toBe(409);
  });

  it('are distributed by weights of at most 100 %', async () => {
    const plan = { name: 'More', kind: 'project', fromDate: '2026-01-01', toDate: '2026-01-02', weight: 0.5 };
    const over = await ask(served.operator, 'workPlanOfSiteCreate', { path: { id: siteId }, body: plan });
    expect(over.status).toBe(422);
    expect(over.errors?.[0]?.msg).toMatch(/100.5/);
    const weekly = { ...plan, kind: 'weekly' };
    await served.operator.call('workPlanOfSiteCreate', { path: { id: siteId }, body: weekly });
    expect((await statistics({ orderId })).total).toMatchObject({ plannedValue: '50000.00' });
  });
});
