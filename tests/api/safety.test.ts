/** What every operation must do, whoever wrote it: the list is the generated one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperationId, type OperationInfo, operations } from '../../generated/operations.ts';
import { type DescribedOperation, description_read, type Schema } from '../../server/http/description.ts';
import type { CallInput, Client } from '../support/client.ts';
import { createClient } from '../support/client.ts';
import { makePerson, makeTenant, PASSWORD } from '../support/people.ts';
import { type SampleOptions, sample } from '../support/samples.ts';
import { login, startServer, type TestServer } from '../support/server.ts';

const { description } = description_read();
const all: OperationInfo[] = Object.values(operations);
const ids = (infos: readonly OperationInfo[]): OperationId[] => infos.map(({ id }) => id);

const described = (id: OperationId): DescribedOperation =>
  description.paths[operations[id].path]![operations[id].method]!;
const bodySchema = (id: OperationId): Schema | undefined =>
  described(id).requestBody?.content['application/json']?.schema;

/** Whether a body takes only the fields that it names; what devices send may hold any key. */
function closed(schema: Schema): boolean {
  const { $ref, oneOf, anyOf, items, additionalProperties } = schema;
  if (typeof $ref === 'string')
    return closed(description.components.schemas[$ref.split('/').pop() ?? ''] ?? {});
  const choices = oneOf ?? anyOf;
  if (Array.isArray(choices)) return choices.every((choice) => closed(choice as Schema));
  return items ? closed(items as Schema) : additionalProperties === false;
}
const closedBodies = ids(all).filter((id) => closed(bodySchema(id) ?? {}));

let server: TestServer;
let nobody: Client;
let powerless: Client;
let admin: Client;

beforeAll(async () => {
  server = await startServer();
  nobody = createClient(server.url);
  const tenantId = await makeTenant(server.app.db);
  const { username } = await makePerson(server.app.db, [tenantId]);
  powerless = await login(server, username, PASSWORD);
  admin = await login(server);
});
afterAll(() => server?.stop());

/** An input that passes validation. */
function inputOf(id: OperationId, options: SampleOptions): CallInput {
  const place = (where: string) =>
    Object.fromEntries(
      (described(id).parameters ?? [])
        .filter(
          (parameter) =>
            parameter.in === where && (where === 'path' || options.optional || parameter.required),
        )
        .map(({ name, schema }) => [name, String(sample(schema, description, options)).toWellFormed()]),
    );
  const schema = bodySchema(id);
  return { path: place('path'), query: place('query'), body: schema && sample(schema, description, options) };
}

/** Status and body; a stream that stays open is left after its headers. */
async function answer(
  client: Client,
  id: OperationId,
  input: CallInput,
): Promise<{ status: number; text: string }> {
  const response = await client.request(id, input);
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return { status: response.status, text: '' };
  }
  return { status: response.status, text: await response.text() };
}

describe('without a token', () => {
  it.each(ids(all.filter(({ access }) => access !== 'public')))('%s answers 401', async (id) => {
    const { status, text } = await answer(nobody, id, inputOf(id, { optional: false }));
    expect(status).toBe(401);
    expect(JSON.parse(text)).toMatchObject({ code: 40101, data: null });
  });
});

describe('without a permission', () => {
  it.each(ids(all.filter(({ access }) => access === 'permission')))('%s answers 403', async (id) => {
    const { status, text } = await answer(powerless, id, inputOf(id, { optional: false }));
    expect(status).toBe(403);
    expect(JSON.parse(text)).toMatchObject({ code: 40301, data: null });
  });
});

describe('a field that nobody knows', () => {
  it.each(closedBodies)('is refused by %s', async (id) => {
    const input = inputOf(id, { optional: false });
    const field = { nobodyKnowsThis: 1 };
    const body = Array.isArray(input.body)
      ? [{ ...(input.body[0] as object), ...field }]
      : { ...(input.body as object), ...field };
    const { status, text } = await answer(admin, id, { ...input, body });
    expect(status, text).toBe(400);
    expect(text).toContain('nobodyKnowsThis');
  });

  it.each(ids(all))('is refused in the address of %s', async (id) => {
    const input = inputOf(id, { optional: false });
    const { status, text } = await answer(admin, id, {
      ...input,
      query: { ...input.query, nobodyKnowsThis: 1 },
    });
    expect(status, text).toBe(400);
  });
});

/** Ends the session that the other calls need; its own test is in auth.test.ts. */
const robust = ids(all.filter(({ id }) => id !== 'logout'));

const hostile: Record<string, SampleOptions> = {
  'the least that it asks for': { optional: false },
  'all that it can take': { optional: true },
  'the largest numbers': { optional: true, number: Number.MAX_SAFE_INTEGER },
  'the smallest numbers': { optional: true, number: Number.MIN_SAFE_INTEGER },
  'a text with a zero byte': { optional: true, text: 'a\u0000b' },
  'a text of half a character': { optional: true, text: '\ud800' },
  'a text that is SQL': { optional: true, text: "'; drop table tenant; --%_\\" },
  'a text that is script': { optional: true, text: '<img src=x onerror=alert(1)>' },
};

describe.each(Object.entries(hostile))('given %s', (_, options) => {
  it.each(robust)('%s does not fail', async (id) => {
    const { status, text } = await answer(admin, id, inputOf(id, options));
    expect(status, text).toBeLessThan(500);
  });
});

describe('given a body of another kind', () => {
  it.each(closedBodies)('%s refuses it', async (id) => {
    for (const body of [null, 1, 'text', []]) {
      const { status, text } = await answer(admin, id, { ...inputOf(id, { optional: false }), body });
      const emptyList = Array.isArray(body) && bodySchema(id)?.type === 'array';
      expect(emptyList ? status < 500 : status === 400, `${status} ${text}`).toBe(true);
    }
  });
});

describe('every answer', () => {
  it('that fails names no file, no query and no stack', async () => {
    for (const id of robust) {
      const { text } = await answer(admin, id, inputOf(id, { optional: true, text: 'a\u0000b' }));
      expect(text, id).not.toMatch(/\bat .*\.[jt]s:\d+|node_modules|select .* from|syntax error/i);
    }
  });
});
