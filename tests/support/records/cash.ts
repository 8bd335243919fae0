import { afterAll, beforeAll } from 'vitest';
import type { Client } from '../calls/client.ts';
import { later } from '../calls/operators.ts';
import { makeDept, makePerson, makeTenant, PASSWORD } from '../people/people.ts';
import { login, sharedServer, type TestServer } from '../server/server.ts';
import { asker } from './orderLines.ts';

interface Person extends Client {
  userId: number;
}

/**
 * Starts a server for the path from the order to the payment. It has a tenant, a head with all permissions who
 * approves, and a seller of the same department. Users cannot approve their own orders, so both are needed. `ask`
 * sends the requests of the head.
 */
export function serveCash() {
  let server: TestServer;
  let boss: Person & { tenantId: number };
  let seller: Person;
  beforeAll(async () => {
    server = await sharedServer();
    const tenantId = await makeTenant(server);
    const signedIn = async (access: Parameters<typeof makePerson>[2]): Promise<Person> => {
      const { username, userId } = await makePerson(server, [tenantId], access);
      return { ...(await login(server, username, PASSWORD)), userId };
    };
    boss = { ...(await signedIn({ permissions: ['*'] })), tenantId };
    seller = await signedIn({ role: 'sales' });
    await makeDept(server, tenantId, boss.userId, [seller.userId]);
  });
  afterAll(() => server?.stop());
  const [first, other] = [later(() => boss), later(() => seller)];
  return { server: later(() => server), boss: first, seller: other, ask: asker(first) };
}
