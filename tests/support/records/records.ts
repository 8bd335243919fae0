/** Five people with access to the customers of one tenant, and calls that tests of records use often. */
import { makePerson, makeTenant, PASSWORD, type Person } from '../people/people.ts';
import { type Client, login, sharedServer, type TestServer } from '../server/server.ts';

const ALL = ['list', 'get', 'create', 'update', 'delete'];
export const permissionsOf = (...entities: string[]): string[] =>
  entities.flatMap((entity) => ALL.map((action) => `${entity}:${action}`));

/**
 * The persons. One may do everything, one reads, and one has a scope of own records only. One belongs to another
 * tenant, and one changes only own records.
 */
type Role = 'boss' | 'reader' | 'owner' | 'stranger' | 'narrow';

export interface RecordWorld {
  server: TestServer;
  tenantId: number;
  people: Record<Role, Person>;
  clients: Record<Role, Client>;
}

export async function openRecordWorld(): Promise<RecordWorld> {
  const server = await sharedServer();
  const tenantId = await makeTenant(server);
  const other = await makeTenant(server);
  const bin = 'recycleBin:list';
  const entities = permissionsOf('customer', 'station', 'device', 'deviceVariable', 'alarmGenerater');
  const own = permissionsOf('customer').map((key) => `${key}@own`);
  const people = {
    boss: await makePerson(server, [tenantId], { permissions: [...entities, bin] }),
    reader: await makePerson(server, [tenantId], { permissions: ['customer:list', 'customer:get', bin] }),
    owner: await makePerson(server, [tenantId], { permissions: [...own, bin] }),
    stranger: await makePerson(server, [other], { permissions: [...entities, bin] }),
    narrow: await makePerson(server, [tenantId], {
      permissions: ['customer:list', 'customer:get', 'customer:update@own', 'customer:delete@own'],
    }),
  };
  const enter = ({ username }: Person): Promise<Client> => login(server, username, PASSWORD);
  const clients = {
    boss: await enter(people.boss),
    reader: await enter(people.reader),
    owner: await enter(people.owner),
    stranger: await enter(people.stranger),
    narrow: await enter(people.narrow),
  };
  return { server, tenantId, people, clients };
}

let count = 0;
const createCustomer = (client: Client, body: Record<string, unknown> = {}) => {
  count += 1;
  return client.call('customerCreate', { body: { name: `Customer ${count}`, state: 'developing', ...body } });
};
const changeCustomer = (
  client: Client,
  { id, version }: { id: number; version: number },
  body: Record<string, unknown>,
) => client.call('updateCustomer', { body: { id, version, ...body } });

export const customerAt = (id: number, more: Record<string, number> = {}) => ({
  path: { entity: 'customer', id, ...more },
});

/** Returns the calls on customers, by default as the boss. */
export const customersOf = (boss: () => Client) => ({
  create: (client = boss(), body: Record<string, unknown> = {}) => createCustomer(client, body),
  change: (record: { id: number; version: number }, body: Record<string, unknown>, client = boss()) =>
    changeCustomer(client, record, body),
  remove: (id: number, client = boss()) => client.call('customerDelete', { path: { id } }),
  history: async (id: number, client = boss()) =>
    (await client.call('recordHistory', customerAt(id))).records,
});

export function fileForm(name: string, content: Buffer, field = 'file'): FormData {
  const data = new FormData();
  data.append(field, new Blob([Uint8Array.from(content)]), name);
  return data;
}
