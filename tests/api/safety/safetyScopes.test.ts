/**
 * Within one tenant, limited permissions give no access to records of others, and no answer contains hidden
 * fields. Every operation is tried with the ids and numbers of another person's records.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '../../../generated/operations.ts';
import type { CallInput, Client } from '../../support/calls/client.ts';
import { listAskedKeys } from '../../support/calls/inside.ts';
import { lastingOperations, makeInput, readAnswer, TRIED_ENTITY } from '../../support/calls/operations.ts';
import { rowsOfTenant } from '../../support/calls/snapshot.ts';
import { alignIds, setMember, setRoles } from '../../support/calls/world.ts';
import { makeDept, makePerson, makeRole, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { type MadeRecord, makeRecords, takesAnyText } from '../../support/records/everyRecord.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';
import { send, until } from '../../support/telemetry/site.ts';

const SECRET = 'SECRET-OF-OTHERS';
/** Colleagues may see each other's names, and dictionary entries are words that all users choose from. */
const OPEN = ['user', 'dict', 'emsMenu'];

let server: TestServer;
let tenantId: number;
let owner: Client;
let ownerId: number;
let made: MadeRecord[];

const recordOf = (entity: string) => made.find((one) => one.entity.name === entity)!.record;

beforeAll(async () => {
  server = await startServer();
  tenantId = await makeTenant(server);
  const person = await makePerson(server, [tenantId], { role: 'administrator' });
  ownerId = person.userId;
  owner = await login(server, person.username, PASSWORD);
  await alignIds(server);
  made = await makeRecords(owner, ownerId, SECRET, OPEN);
  await fillStation();
});
afterAll(() => server?.stop());

/** Creates an open alarm, values, a board, a comment and a command, because calls other than lists return these. */
async function fillStation(): Promise<void> {
  const device = recordOf('device');
  const variable = recordOf('deviceVariable');
  const stationSn = String(recordOf('station').sn);
  await owner.call('alarmGeneraterCreate', {
    body: {
      name: SECRET,
      kind: 'threshold',
      stationSn,
      variableSn: String(variable.sn),
      operator: '>',
      threshold: 1,
      level: 'major',
      info: SECRET,
    },
  });
  await send(server.url, { token: String(device.token) }, { [String(variable.code)]: 5 });
  await until(
    () => owner.call('alarmPage', { query: {} }),
    ({ total }) => total > 0,
  );
  const document = { version: 1, widgets: [], layouts: { lg: [] } };
  await owner.call('kanbanSave', { body: { stationSn, document, version: 0 } });
}

/** Returns every permission that operations, pages or fields require, and those of the generic actions of entities. */
function everyPermission(): string[] {
  const actions = ['list', 'get', 'create', 'update', 'delete', 'import', 'export', 'control', 'confirm'];
  return [
    ...new Set([
      ...listAskedKeys(),
      ...made.flatMap(({ entity }) => actions.map((action) => `${entity.name}:${action}`)),
    ]),
  ];
}

type Names = Readonly<Record<string, string>>;

/**
 * Returns the parameter names by which operations take the numbers of stations, devices and variables. `sn` alone may
 * mean any of the three.
 */
function numbersOf(sn: string): Names {
  const station = String(recordOf('station').sn);
  const device = String(recordOf('device').sn);
  const variable = String(recordOf('deviceVariable').sn);
  return {
    ...{ stationSn: station, stationSns: station, parent_index: station },
    ...{ deviceSn: device, deviceSns: device },
    ...{ variableSn: variable, variableSns: variable, sns: variable },
    sn,
  };
}

function named(value: unknown, names: Names, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => named(one, names, key));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, named(one, names, name)]));
  return typeof value === 'string' && Object.hasOwn(names, key) ? names[key] : value;
}

const uses = (input: CallInput, key: string): boolean => JSON.stringify(input).includes(`"${key}":`);

/** Returns the inputs of an operation that name records of others: each id, each kind of number, each entity. */
function* inputsOf(id: OperationId): Generator<CallInput> {
  const sent = new Set<string>();
  const sns = ['station', 'device', 'deviceVariable'].map((entity) => String(recordOf(entity).sn));
  const numbers = [...new Set([...made.map(({ record }) => record.id), ownerId])];
  for (const number of numbers) {
    for (const optional of [false, true]) {
      const plain = makeInput(id, { optional, number });
      for (const sn of uses(plain, 'sn') ? sns : [sns[0]!]) {
        const input = named(plain, numbersOf(sn)) as CallInput;
        const entities =
          input.path?.entity === TRIED_ENTITY ? made.filter(({ record }) => record.id === number) : [];
        const inputs = entities.length
          ? entities.map(({ entity }) => ({ ...input, path: { ...input.path, entity: entity.name } }))
          : [input];
        for (const one of inputs) {
          const key = JSON.stringify(one);
          if (sent.has(key)) continue;
          sent.add(key);
          yield one;
        }
      }
    }
  }
}

/** Public operations check no rights. The other operations must not reveal the secret. */
const tried = lastingOperations.filter(({ access, id }) => access !== 'public' && id !== 'changePassword');

/** Number of parallel requests of an operation. The database answers one while the server reads another. */
const AT_ONCE = 8;

async function walk(client: Client): Promise<string[]> {
  const leaks: string[] = [];
  const checkScope = async (id: OperationId, input: CallInput) => {
    const { status, text } = await readAnswer(client, id, input);
    expect(status, `${id} ${JSON.stringify(input)} ${text}`).toBeLessThan(500);
    if (text.includes(SECRET)) leaks.push(`${id} ${JSON.stringify(input)} → ${text.slice(0, 300)}`);
  };
  for (const { id } of tried) {
    const inputs = [...inputsOf(id)];
    for (let at = 0; at < inputs.length; at += AT_ONCE)
      await Promise.all(inputs.slice(at, at + AT_ONCE).map((input) => checkScope(id, input)));
  }
  return leaks;
}

describe('permissions for own records, for a department and for sites', () => {
  it('do not read or change records of others', async () => {
    const elsewhere = await owner.call('stationCreate', {
      body: { sn: 'ELSEWHERE', name: 'Elsewhere', timeZone: 'Asia/Shanghai' },
    });
    const permissions = everyPermission().flatMap((key) => [
      `${key}@own`,
      `${key}@department`,
      `${key}@site`,
    ]);
    const { userId, username } = await makePerson(server, [tenantId], { permissions });
    await makeDept(server, tenantId, userId, [userId]);
    await setMember(server, userId, { stations: [String(elsewhere.sn)] });
    const narrow = await login(server, username, PASSWORD);
    const before = await rowsOfTenant(server, tenantId);
    expect(await walk(narrow)).toEqual([]);
    const after = await rowsOfTenant(server, tenantId);
    // The walk itself creates records, whose numbers and ids differ.
    const own = new RegExp(`^sequence |"(id|user_id)": ${userId}\\b`);
    expect([...before].filter((row) => !after.has(row) && !own.test(row))).toEqual([]);
    // No record that this user created refers to one that they may not see.
    const theirs = [...after].filter((row) => !before.has(row) && row.includes(`"created_by": ${userId}`));
    const station = String(recordOf('station').sn);
    expect(theirs.filter((row) => row.includes(`"station_sn": "${station}"`))).toEqual([]);
  });
});

describe('a field that a role hides', () => {
  it('is in no answer of any operation', async () => {
    const hidden = made.flatMap(({ entity }) => {
      const label = entity.schema.properties?.[entity.label];
      return label && takesAnyText(label) ? [`${entity.name}.${entity.label}`] : [];
    });
    // The text of an alarm is also stored in its notifications.
    const texts = ['alarm.info', 'alarmGenerater.info', 'notificationLog.subject', 'notificationLog.body'];
    const rules = [...hidden, ...texts].map((field) => ({
      field,
      rule: 'hidden',
    }));
    const { userId, username } = await makePerson(server, [tenantId]);
    const permissions = everyPermission().filter((key) => key !== 'audit:list');
    await setRoles(server, userId, [await makeRole(server, tenantId, { permissions, fieldRules: rules })]);
    expect(await walk(await login(server, username, PASSWORD, { described: false }))).toEqual([]);
  });
});
