/** Bodies by chance for every operation that takes one: wrong ones are refused, and none makes the server fail. */
import { type Schema, Validator } from '@cfworker/json-schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '../../generated/operations.ts';
import type { Client } from '../support/client.ts';
import {
  allOperations,
  answer_read,
  body_schema,
  description,
  ids_of,
  input_make,
  refusals_of,
  schema_isClosed,
} from '../support/operations.ts';
import { body_random, random_make } from '../support/randomBody.ts';
import { login, startServer, type TestServer } from '../support/server.ts';
import { database_snapshot } from '../support/snapshot.ts';

const BODIES = 200;
const AT_ONCE = 8;
const SEED = 20261121;

let server: TestServer;
let admin: Client;
let before: Record<string, string>;
beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
  before = await database_snapshot(server.app.db);
});
afterAll(() => server?.stop());

const withBody = ids_of(allOperations.filter(({ id }) => body_schema(id) !== undefined));
/** A right body ends the session or changes the password that the other calls need: they get wrong ones only. */
const ENDING: readonly OperationId[] = ['changePassword', 'putChangePassword', 'updateDefaultTenant'];

/** Another validator than the server's says which bodies are wrong; it leaves formats aside, which it knows otherwise. */
function wrong_make(id: OperationId): (body: unknown) => boolean {
  const text = JSON.stringify({ ...body_schema(id), components: description.components });
  const schema = JSON.parse(text, (key, value) =>
    key === 'format' && typeof value === 'string' ? undefined : value,
  ) as Schema;
  const validator = new Validator(schema, '2020-12');
  return (body) => !validator.validate(body).valid;
}

const bodies_of = (id: OperationId): unknown[] => {
  const random = random_make(SEED);
  return Array.from({ length: BODIES }, () => body_random(body_schema(id)!, description, random));
};

async function each(
  id: OperationId,
  bodies: readonly unknown[],
  check: (status: number, why: string) => void,
): Promise<void> {
  const { path, query } = input_make(id, { optional: false });
  for (let from = 0; from < bodies.length; from += AT_ONCE) {
    await Promise.all(
      bodies.slice(from, from + AT_ONCE).map(async (body) => {
        const { status, text } = await answer_read(admin, id, { path, query, body });
        check(status, `${JSON.stringify(body)} → ${status} ${text}`);
      }),
    );
  }
}

describe(`of ${BODIES} random bodies, the wrong ones`, () => {
  it.each(withBody)('are refused by %s', async (id) => {
    const wrong = bodies_of(id).filter(wrong_make(id));
    if (schema_isClosed(body_schema(id)!)) expect(wrong.length).toBeGreaterThan(BODIES / 20);
    await each(id, wrong, (status, why) => expect(refusals_of(id), why).toContain(status));
  });

  it('have written nothing', async () => {
    expect(await database_snapshot(server.app.db)).toEqual(before);
  });
});

describe(`of ${BODIES} random bodies, the right ones`, () => {
  it.each(withBody.filter((id) => !ENDING.includes(id)))('do not make %s fail', async (id) => {
    const wrong = wrong_make(id);
    const right = bodies_of(id).filter((body) => !wrong(body));
    await each(id, right, (status, why) => expect(status, why).toBeLessThan(500));
  });
});
