/**
 * S16: each seeded role is offered exactly the pages that it may read. Each operation refuses the roles
 * without its permission, and accepts the roles with it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entityOperations } from '../../../generated/callPlaces.ts';
import type { OperationId } from '../../../generated/operations.ts';
import { pages } from '../../../generated/pages.ts';
import { can } from '../../../runtime/core/access/permission.ts';
import type { Client } from '../../support/calls/client.ts';
import { lastingOperations, makeInput, readAnswer, TRIED_ENTITY } from '../../support/calls/operations.ts';
import { makePerson, makeTenant, PASSWORD, SEEDED_ROLES } from '../../support/people/people.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

const FORBIDDEN = 403;
/** Only administrators of the platform may do this, whatever permissions a role has. */
const OF_PLATFORM: readonly OperationId[] = [
  'storageRun',
  'studioApply',
  'studioMenuApply',
  'studioUndo',
  'tenantUserRelationCreate',
];
/** The comparison reads records of two entities, and names the permission for one of them. */
const OF_BOTH: Partial<Record<OperationId, string>> = { bidPlanVersusActual: 'objective:list' };

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

interface Seat {
  client: Client;
  may(permission: string): boolean;
}

/** Each role gets a tenant of its own, without records of other roles. */
async function enterAs(role: string): Promise<Seat> {
  const tenantId = await makeTenant(server);
  const { username } = await makePerson(server, [tenantId], { role });
  const client = await login(server, username, PASSWORD);
  const { permissions } = await client.call('getPrincipal');
  const granted = new Set(permissions);
  return { client, may: (permission) => can(granted, permission) };
}

const listOf = (entity: string): OperationId | undefined =>
  (entityOperations as Record<string, Partial<Record<string, OperationId>>>)[entity]?.list;

describe.each(SEEDED_ROLES)('the role %s', (role) => {
  let seat: Seat;
  beforeAll(async () => {
    seat = await enterAs(role);
  });

  it('is offered the pages for which it has permissions, and reads each list', async () => {
    const { client, may } = seat;
    const offered = new Set((await client.call('getUserMenu')).map(({ name }) => name));
    const wrong = pages.flatMap(({ name, permission, tenants }) => {
      if (permission === undefined || tenants) return [];
      return offered.has(name) && !may(permission) ? [`${name} is offered without ${permission}`] : [];
    });
    expect(wrong).toEqual([]);
    const refused: string[] = [];
    for (const { name, kind, entity = '' } of pages) {
      const list = kind === 'list' && offered.has(name) ? listOf(entity) : undefined;
      if (list === undefined) continue;
      const { status } = await readAnswer(client, list, { query: {} });
      if (status !== 200) refused.push(`${name}: ${list} answers ${status}`);
    }
    expect(refused).toEqual([]);
    const inMenu = (await client.call('userMenu')).flatMap(({ children }) =>
      children.map(({ name }) => name),
    );
    expect(inMenu.filter((name) => !offered.has(name))).toEqual([]);
  });

  it('is refused by exactly the operations for which it has no permission', async () => {
    const { client, may } = seat;
    const wrong: string[] = [];
    for (const { id, access, permission } of lastingOperations) {
      if (access !== 'permission' || permission === null) continue;
      const also = OF_BOTH[id];
      const isGranted =
        !OF_PLATFORM.includes(id) &&
        may(permission.replace('{entity}', TRIED_ENTITY)) &&
        (also === undefined || may(also));
      const { status } = await readAnswer(client, id, makeInput(id, { optional: false }));
      if ((status === FORBIDDEN) === isGranted) wrong.push(`${id} (${permission}) answers ${status}`);
    }
    expect(wrong).toEqual([]);
  });
});
