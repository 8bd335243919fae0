/** Users read and change nothing of another tenant, and overwrite nothing that they have not seen. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import {
  bodySchema,
  idsOf,
  makeInput,
  readAnswer,
  resolveSchema,
  walkedOperations,
} from '../../support/calls/operations.ts';
import { databaseSnapshot } from '../../support/calls/snapshot.ts';
import { alignIds } from '../../support/calls/world.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { type MadeRecord, makeRecords, operationFor } from '../../support/records/everyRecord.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

const SECRET = 'SECRET-OF-SOUTH';

let server: TestServer;
let southTenant: number;
let south: Client;
let southId: number;
let north: Client;
let northId: number;
let made: MadeRecord[];

const chief = async (tenantId: number) => {
  const { userId, username } = await makePerson(server, [tenantId], { role: 'administrator' });
  return { userId, client: await login(server, username, PASSWORD) };
};

beforeAll(async () => {
  server = await startServer();
  southTenant = await makeTenant(server);
  const owner = await chief(southTenant);
  south = owner.client;
  southId = owner.userId;
  await alignIds(server);
  made = await makeRecords(south, owner.userId, SECRET);
  const neighbour = await chief(await makeTenant(server));
  north = neighbour.client;
  northId = neighbour.userId;
});
afterAll(() => server?.stop());

/**
 * Public operations have no tenant, and a failed login is recorded in the account's tenant. `logout` ends the session
 * of the test.
 */
const tried = idsOf(walkedOperations.filter(({ id, access }) => access !== 'public' && id !== 'logout'));

describe("another tenant's records", () => {
  it('exist for every entity that can be created', () => {
    expect(made.length).toBeGreaterThan(5);
    for (const { record } of made) expect(record.id).toBeGreaterThan(0);
  });

  it('are neither returned nor changed by any operation with their ids', async () => {
    const before = await databaseSnapshot(server, southTenant);
    // Excludes the user's own id, because some operations would end the session of the test.
    const ids = new Set([...made.map(({ record }) => record.id), southId]);
    const idsOfSouth = [...ids].filter((no) => no !== northId);
    for (const id of tried) {
      for (const no of idsOfSouth) {
        for (const optional of [false, true]) {
          const input = makeInput(id, { optional, number: no });
          const { status, text } = await readAnswer(north, id, input);
          expect(status, `${id} ${text}`).toBeLessThan(500);
          expect(text, id).not.toContain(SECRET);
        }
      }
    }
    expect(await databaseSnapshot(server, southTenant)).toEqual(before);
  });

  it.each(['get', 'update', 'delete'] as const)(
    'answer 404 to %s, as if they did not exist',
    async (action) => {
      const foreign = (await chief(await makeTenant(server))).client;
      for (const { entity, record } of made) {
        const id = operationFor(entity.name, action);
        if (!id) continue;
        const input = makeInput(id, { optional: false });
        const address = { path: { ...input.path, id: record.id }, query: { ...input.query, id: record.id } };
        const inPath = input.path && 'id' in input.path;
        const body =
          action === 'update' ? { ...(input.body as object), id: record.id, version: 1 } : input.body;
        const { status, text } = await readAnswer(foreign, id, {
          path: address.path,
          ...(!inPath && action !== 'update' && { query: address.query }),
          body,
        });
        expect(status, `${id} ${text}`).toBe(404);
      }
    },
  );
});

describe('a stale version', () => {
  it('is answered with 409 and the current record, and writes nothing', async () => {
    const before = await databaseSnapshot(server, southTenant);
    for (const { entity, record } of made) {
      const id = operationFor(entity.name, 'update');
      if (!id) continue;
      const { path } = makeInput(id, { optional: false });
      const body = { id: record.id, version: record.version + 7 };
      const { status, text } = await readAnswer(south, id, {
        ...(path && 'id' in path && { path: { id: record.id } }),
        body,
      });
      expect(status, `${id} ${text}`).toBe(409);
      expect(JSON.parse(text).data, id).toMatchObject({ id: record.id, version: record.version });
    }
    expect(await databaseSnapshot(server, southTenant)).toEqual(before);
  });

  it('is refused by every other operation with a version', async () => {
    for (const { id, action } of walkedOperations) {
      const schema = resolveSchema(bodySchema(id) ?? {});
      const required = (schema.required as string[] | undefined) ?? [];
      if (action || !required.includes('version')) continue;
      const input = makeInput(id, { optional: false });
      const body = { ...(input.body as object), version: 999_999 };
      const { status, text } = await readAnswer(south, id, { ...input, body });
      expect([400, 404, 409], `${id} ${status} ${text}`).toContain(status);
    }
  });
});
