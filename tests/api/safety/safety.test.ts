/** Tests every operation of the description. The list of operations is generated. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperationId, operations } from '../../../generated/operations.ts';
import type { Client } from '../../support/calls/client.ts';
import { createClient } from '../../support/calls/client.ts';
import {
  bodySchema,
  idsOf,
  isSchemaClosed,
  lastingOperations,
  makeInput,
  readAnswer,
  refusalsOf,
  walkedOperations,
} from '../../support/calls/operations.ts';
import type { SampleOptions } from '../../support/calls/samples.ts';
import { databaseSnapshot } from '../../support/calls/snapshot.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

/** The operations without sign-in. A caller without a link gets an error, whatever the body contains. */
const closedBodies = idsOf(walkedOperations).filter(
  (id) => isSchemaClosed(bodySchema(id) ?? {}) && refusalsOf(id).length === 1,
);

let server: TestServer;
let nobody: Client;
let powerless: Client;
let admin: Client;
let before: Record<string, string>;

beforeAll(async () => {
  server = await startServer();
  nobody = createClient(server.url);
  const tenantId = await makeTenant(server);
  const { username } = await makePerson(server, [tenantId]);
  powerless = await login(server, username, PASSWORD);
  admin = await login(server);
  before = await databaseSnapshot(server);
});
afterAll(() => server?.stop());

/** The answer of HEAD has no body. */
function expectRefusal(id: OperationId, text: string, code: number): void {
  if (operations[id].method === 'head') expect(text).toBe('');
  else expect(JSON.parse(text)).toMatchObject({ code, data: null });
}

describe('without a token', () => {
  it.each(idsOf(walkedOperations.filter(({ access }) => access !== 'public')))(
    '%s answers 401',
    async (id) => {
      const { status, text } = await readAnswer(nobody, id, makeInput(id, { optional: false }));
      expect(status).toBe(401);
      expectRefusal(id, text, 40101);
    },
  );
});

describe('without a permission', () => {
  it.each(idsOf(walkedOperations.filter(({ access }) => access === 'permission')))(
    '%s answers 403',
    async (id) => {
      const { status, text } = await readAnswer(powerless, id, makeInput(id, { optional: false }));
      expect(status).toBe(403);
      expectRefusal(id, text, 40301);
    },
  );
});

it('a refused call writes nothing', async () => {
  expect(await databaseSnapshot(server)).toEqual(before);
});

describe('an unknown field', () => {
  it.each(closedBodies)('is refused by %s', async (id) => {
    const input = makeInput(id, { optional: false });
    const field = { nobodyKnowsThis: 1 };
    const body = Array.isArray(input.body)
      ? [{ ...(input.body[0] as object), ...field }]
      : { ...(input.body as object), ...field };
    const { status, text } = await readAnswer(admin, id, { ...input, body });
    expect(status, text).toBe(400);
    expect(text).toContain('nobodyKnowsThis');
  });

  it.each(idsOf(walkedOperations))('is refused in the address of %s', async (id) => {
    const input = makeInput(id, { optional: false });
    const { status, text } = await readAnswer(admin, id, {
      ...input,
      query: { ...input.query, nobodyKnowsThis: 1 },
    });
    expect(refusalsOf(id), text).toContain(status);
  });
});

const robust = idsOf(lastingOperations);

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
    const { status, text } = await readAnswer(admin, id, makeInput(id, options));
    expect(status, text).toBeLessThan(500);
  });
});

describe('with a body of another type', () => {
  it.each(closedBodies)('%s refuses it', async (id) => {
    for (const body of [null, 1, 'text', []]) {
      const { status, text } = await readAnswer(admin, id, { ...makeInput(id, { optional: false }), body });
      const emptyList = Array.isArray(body) && bodySchema(id)?.type === 'array';
      expect(emptyList ? status < 500 : status === 400, `${status} ${text}`).toBe(true);
    }
  });
});

describe('every answer', () => {
  it('reveals no file, no query and no stack in an error', async () => {
    for (const id of robust) {
      const { text } = await readAnswer(admin, id, makeInput(id, { optional: true, text: 'a\u0000b' }));
      expect(text, id).not.toMatch(/\bat .*\.[jt]s:\d+|node_modules|select .* from|syntax error/i);
    }
  });
});
