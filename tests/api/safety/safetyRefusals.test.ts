/** Every operation refuses these requests, and a refusal writes nothing. The list of operations is generated. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '../../../generated/operations.ts';
import { type Client, createClient } from '../../support/calls/client.ts';
import { flushRefusals, signTokenFor } from '../../support/calls/inside.ts';
import {
  bodySchema,
  describeOperation,
  idsOf,
  isSchemaClosed,
  makeInput,
  readAnswer,
  refusalsOf,
  resolveSchema,
  walkedOperations,
} from '../../support/calls/operations.ts';
import { databaseSnapshot } from '../../support/calls/snapshot.ts';
import { sessionOf } from '../../support/calls/world.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

type Properties = Readonly<Record<string, ReturnType<typeof resolveSchema>>>;

const closed = idsOf(walkedOperations).filter((id) => isSchemaClosed(bodySchema(id) ?? {}));
/** Operations whose body is one closed object, with its fields. */
const objects: readonly { id: OperationId; properties: Properties }[] = closed.flatMap((id) => {
  const { properties } = resolveSchema(bodySchema(id) ?? {});
  // A caller without a link gets this refusal for any body.
  const isOpen = refusalsOf(id).length === 1;
  return properties && isOpen ? [{ id, properties: properties as Properties }] : [];
});

/** Fields that only the server writes, by the names that a caller might try. */
const OWNED = [
  'tenantId',
  'tenant_id',
  'createdBy',
  'created_by',
  'createdAt',
  'updatedBy',
  'updatedAt',
  'isAdmin',
  'admin',
  'roles',
  'permissions',
  'passwordHash',
  '__proto__x',
];
const HOUR_MS = 3_600_000;

let server: TestServer;
let admin: Client;
let before: Record<string, string>;

beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
  before = await databaseSnapshot(server);
});
afterAll(() => server?.stop());

const refused = async (id: OperationId, body: unknown, why: string): Promise<string> => {
  const { status, text } = await readAnswer(admin, id, { ...makeInput(id, { optional: false }), body });
  expect(status, `${why}: ${text}`).toBe(400);
  return text;
};
const bodyOf = (id: OperationId): Record<string, unknown> =>
  makeInput(id, { optional: false }).body as Record<string, unknown>;

describe('an expired token', () => {
  it('opens no operation', async () => {
    const { userId, tenantId } = await admin.call('getPrincipal');
    const claims = { userId, tenantId, sessionId: await sessionOf(server, userId) };
    const bearer = async (path: string, now: number) => {
      const audience = path.startsWith('/ems/api') ? 'ems' : 'main';
      return { authorization: `Bearer ${await signTokenFor(server, claims, 60, now, audience)}` };
    };
    const nobody = createClient(server.url);
    for (const { id, access, path } of walkedOperations) {
      if (access === 'public') continue;
      const input = makeInput(id, { optional: false });
      const late = await readAnswer(nobody, id, {
        ...input,
        headers: await bearer(path, Date.now() - HOUR_MS),
      });
      expect(late.status, id).toBe(401);
    }
    const fresh = await nobody.request('getPrincipal', { headers: await bearer('/', Date.now()) });
    expect(fresh.status).toBe(200);
  });
});

describe('a field that the server sets', () => {
  it.each(objects)('is refused by $id', async ({ id, properties }) => {
    for (const name of OWNED) {
      if (name in properties) continue;
      expect(await refused(id, { ...bodyOf(id), [name]: 1 }, name)).toContain(name);
    }
  });
});

/** Returns a value that no schema of these types accepts. */
function valueWrong(types: readonly unknown[]): unknown {
  if (!types.includes('object')) return { wrong: true };
  return types.includes('string') ? 1 : 'wrong';
}

const nested = ({ type, enum: values, const: only }: Properties[string]): boolean =>
  type !== undefined || values !== undefined || only !== undefined;

describe('a value of the wrong type', () => {
  it.each(objects)('is refused by $id', async ({ id, properties }) => {
    for (const [name, property] of Object.entries(properties)) {
      const schema = resolveSchema(property);
      if (!nested(schema)) continue;
      await refused(id, { ...bodyOf(id), [name]: valueWrong([schema.type].flat()) }, name);
    }
  });
});

describe('a too long text', () => {
  it.each(objects)('is refused by $id', async ({ id, properties }) => {
    for (const [name, property] of Object.entries(properties)) {
      const { type, maxLength } = resolveSchema(property);
      if (![type].flat().includes('string')) continue;
      expect(maxLength ?? resolveSchema(property).enum ?? resolveSchema(property).format, name).toBeDefined();
      if (typeof maxLength === 'number')
        await refused(id, { ...bodyOf(id), [name]: 'a'.repeat(maxLength + 1) }, name);
    }
  });
});

/** Every parameter of every address. A value never has a wrong type if its parameter accepts any text. */
const parameters = idsOf(walkedOperations).flatMap((id) =>
  (describeOperation(id).parameters ?? []).map(({ name, in: where, schema }) => ({
    id,
    name,
    where: where === 'path' ? ('path' as const) : ('query' as const),
    schema: resolveSchema(schema),
  })),
);
const requestWith = async ({ id, name, where }: (typeof parameters)[number], value: string) => {
  const input = makeInput(id, { optional: false });
  return readAnswer(admin, id, { ...input, [where]: { ...input[where], [name]: value } });
};

describe('a parameter of the address', () => {
  const typed = parameters.filter(({ schema: { type, enum: values } }) => values || type !== 'string');
  it.each(typed)('$name of the wrong type is refused by $id', async (parameter) => {
    const { status, text } = await requestWith(parameter, 'wrong-type');
    expect(refusalsOf(parameter.id), `${status} ${text}`).toContain(status);
  });

  const texts = parameters.filter(({ schema: { type, enum: values } }) => type === 'string' && !values);
  it.each(texts)('$name that is too long is refused by $id', async (parameter) => {
    const { maxLength = 64 } = parameter.schema;
    const { status, text } = await requestWith(parameter, 'a'.repeat(Number(maxLength) + 1));
    // The router matches no address with a part of this length. Node limits all headers together.
    const known =
      parameter.where === 'path' ? [404, ...refusalsOf(parameter.id)] : [431, ...refusalsOf(parameter.id)];
    expect(known, `${status} ${text}`).toContain(status);
  });
});

it('has written nothing', async () => {
  // Refusals are recorded a moment later, and do not count as a write.
  await flushRefusals(server);
  expect(await databaseSnapshot(server)).toEqual(before);
});
