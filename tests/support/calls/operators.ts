import { afterAll, beforeAll } from 'vitest';
import { sharedServer, type TestServer } from '../server/server.ts';
import { makeOperator } from '../telemetry/site.ts';
import type { Client } from './client.ts';

/** Returns a proxy for an object that exists only once the tests run. */
export const later = <T extends object>(find: () => T): T =>
  new Proxy({} as T, {
    get: (_, name) => Reflect.get(find(), name),
    set: (_, name, value) => Reflect.set(find(), name, value),
  });

/**
 * Starts a server for the tests of a file. It has a user with all permissions in a tenant, and a user of another
 * tenant.
 */
export function serveOperators(): {
  server: TestServer;
  operator: Client & { tenantId: number };
  stranger: Client;
} {
  let server: TestServer;
  let operator: Client & { tenantId: number };
  let stranger: Client;
  beforeAll(async () => {
    server = await sharedServer();
    operator = await makeOperator(server);
    stranger = await makeOperator(server);
  });
  afterAll(() => server?.stop());
  return { server: later(() => server), operator: later(() => operator), stranger: later(() => stranger) };
}
