/** Users and customers for the tests of lists. */
import { makePerson, makeTenant, PASSWORD, type Person } from '../people/people.ts';
import { ApiFailure, type Client, login, sharedServer, type TestServer } from '../server/server.ts';

const ALL = ['list', 'get', 'create', 'update', 'delete'].map((action) => `customer:${action}`);

type MakePerson = (
  permissions: readonly string[],
  tenant?: number,
) => Promise<{ client: Client; user: Person }>;

export interface ListWorld {
  server: TestServer;
  tenantId: number;
  /** A user with all permissions for every customer. */
  boss: Client;
  bossUser: Person;
  /** A user who may see everything and change their own records. */
  clerk: Client;
  clerkUser: Person;
  /** A user of another tenant. */
  stranger: Client;
  person: MakePerson;
}

export async function startLists(): Promise<ListWorld> {
  const server = await sharedServer();
  const tenantId = await makeTenant(server);
  const other = await makeTenant(server);
  const person: MakePerson = async (permissions, tenant = tenantId) => {
    const user = await makePerson(server, [tenant], { permissions });
    return { user, client: await login(server, user.username, PASSWORD) };
  };
  const boss = await person([...ALL, 'view:share']);
  const clerk = await person([
    'customer:list',
    'customer:get',
    'customer:create',
    'customer:update@own',
    'customer:delete@own',
  ]);
  const stranger = await person(ALL, other);
  return {
    server,
    tenantId,
    boss: boss.client,
    bossUser: boss.user,
    clerk: clerk.client,
    clerkUser: clerk.user,
    stranger: stranger.client,
    person,
  };
}

export async function failure(run: Promise<unknown>): Promise<ApiFailure> {
  const error = await run.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiFailure)) throw new Error(`it was not refused: ${String(error)}`);
  return error;
}

let count = 0;
export const create = (client: Client, body: Record<string, unknown> = {}) => {
  count += 1;
  return client.call('customerCreate', {
    body: { name: `List customer ${count}`, state: 'developing', ...body },
  });
};

export const filterText = (...and: unknown[]) => JSON.stringify({ and });
export const remark = (value: string) => ({ field: 'remark', op: 'eq', value });

type Query = Record<string, string | number>;
export const list = (client: Client, query: Query, headers: Record<string, string> = {}) =>
  client.call('getCustomerList', { query, headers });
export const names = async (client: Client, query: Query) =>
  (await list(client, query)).records.map(({ name }) => name);
