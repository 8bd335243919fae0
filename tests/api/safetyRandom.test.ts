/** Bodies by chance for every operation that takes one: no answer is a failure of the server. */
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
} from '../support/operations.ts';
import { body_random, random_make } from '../support/randomBody.ts';
import { login, startServer, type TestServer } from '../support/server.ts';

const BODIES = 200;
const AT_ONCE = 8;
const SEED = 20261121;

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
});
afterAll(() => server?.stop());

const withBody = ids_of(allOperations.filter(({ id }) => body_schema(id) !== undefined));
/** Ends the session or the password that the other calls need; tried with bodies that are all wrong. */
const ENDING: readonly OperationId[] = ['changePassword', 'putChangePassword', 'updateDefaultTenant'];

describe(`${BODIES} random bodies`, () => {
  it.each(withBody.filter((id) => !ENDING.includes(id)))('do not make %s fail', async (id) => {
    const random = random_make(SEED);
    const bodies = Array.from({ length: BODIES }, () => body_random(body_schema(id)!, description, random));
    const { path, query } = input_make(id, { optional: false });
    for (let from = 0; from < BODIES; from += AT_ONCE) {
      await Promise.all(
        bodies.slice(from, from + AT_ONCE).map(async (body) => {
          const { status, text } = await answer_read(admin, id, { path, query, body });
          expect(status, `${JSON.stringify(body)} → ${text}`).toBeLessThan(500);
        }),
      );
    }
  });
});
