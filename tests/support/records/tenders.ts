/** People who work with tenders, and a tender before its opening. */
import type { Client } from '../calls/client.ts';
import { changeRows } from '../calls/world.ts';
import { makeDept, makePerson, makeTenant, PASSWORD } from '../people/people.ts';
import { login, type TestServer } from '../server/server.ts';

/** Net 1,122,123.89 and cost 921,500.00: 1,268,000.00 with tax, and a margin of 17.88 %. */
export const ESTIMATE = [
  { item: '储能系统', unit: '套', quantity: 1, price: '1122123.89', taxRate: 13, unitCost: '921500.00' },
];
const HOUR_MS = 3_600_000;
export const later = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();
export const dayAfter = (days: number): string => later(24 * days).slice(0, 10);

interface Member {
  userId: number;
  client: Client;
}

/** Creates a salesperson, an engineer, a finance user and their head, in a new department. */
export async function openTenderTeam(server: TestServer) {
  const tenantId = await makeTenant(server);
  const seat = async (who: Parameters<typeof makePerson>[2]): Promise<Member> => {
    const { userId, username } = await makePerson(server, [tenantId], who);
    return { userId, client: await login(server, username, PASSWORD) };
  };
  const head = await seat({ permissions: ['*'] });
  const sales = await seat({ role: 'sales' });
  const colleague = await seat({ role: 'sales' });
  const engineer = await seat({ role: 'engineering' });
  const finance = await seat({ role: 'finance' });
  const people = [sales, colleague, engineer, finance].map(({ userId }) => userId);
  const deptId = await makeDept(server, tenantId, head.userId, people);
  const { id: customerId } = await head.client.call('intoCustomer', {
    body: { name: '苏州澄湖电子有限公司', industry: 'manufacturing' },
  });
  return { server, tenantId, head, sales, colleague, engineer, finance, deptId, customerId };
}

export type TenderTeam = Awaited<ReturnType<typeof openTenderTeam>>;

const READ = {
  tender: 'tenderGet',
  bid: 'bidGet',
  tenderFile: 'tenderFileGet',
  objective: 'objectiveGet',
} as const;

/** Runs a transition of a record, whatever its version. */
export async function moveRecord(
  client: Client,
  entity: keyof typeof READ,
  id: number,
  name: string,
  form: object = {},
) {
  const { version } = await client.call(READ[entity], { path: { id } });
  return client.call('recordTransition', { path: { entity, id }, body: { name, version, form } });
}

/** Creates a planned tender of sales, with an estimate by engineering. */
export async function planTender(
  { sales, engineer, customerId }: TenderTeam,
  more: { lines?: object[]; [field: string]: unknown } = {},
) {
  const { id } = await sales.client.call('tenderCreate', {
    body: {
      name: '园区储能招标',
      issuer: '园区',
      customerId,
      submitBy: later(72),
      openAt: later(96),
      ...more,
    },
  });
  const { version } = await moveRecord(sales.client, 'tender', id, 'plan');
  if (!more.lines)
    await engineer.client.call('tenderUpdate', {
      body: { id, version: Number(version), lines: ESTIMATE },
    });
  return id;
}

/** Agrees to the tender's approval as the head. */
export async function agreeTender({ head }: TenderTeam, recordId: number) {
  const { records } = await head.client.call('approvalPending', { query: { entity: 'tender', size: 50 } });
  const path = { id: records.find((one) => one.recordId === recordId)!.id };
  const { version } = (await head.client.call('approvalDetail', { path })).request;
  await head.client.call('approvalAgree', { path, body: { version } });
}

export async function submitTender({ sales }: TenderTeam, id: number) {
  const { version } = await sales.client.call('tenderGet', { path: { id } });
  await sales.client.call('recordSubmit', { path: { entity: 'tender', id }, body: { version } });
}

/** Creates an approved tender with bids of sales. */
export async function bidFor(
  team: TenderTeam,
  bids: readonly object[] = [{}],
  more: { lines?: object[]; [field: string]: unknown } = {},
) {
  const tenderId = await planTender(team, more);
  await submitTender(team, tenderId);
  await agreeTender(team, tenderId);
  const made: number[] = [];
  for (const [at, bid] of bids.entries()) {
    const body = { tenderId, lot: `${at + 1}`, ...bid };
    made.push((await team.sales.client.call('bidCreate', { body })).id);
  }
  return { tenderId, bids: made };
}

/** Moves the end of submission and the opening into the past. Calls cannot do this. */
export const passOpening = ({ server }: Pick<TenderTeam, 'server'>, id: number): Promise<void> =>
  changeRows(server, 'tender', { id }, { submit_by: later(-2), open_at: later(-1) });
