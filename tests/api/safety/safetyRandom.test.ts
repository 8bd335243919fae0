/** Sends random bodies to every operation that takes one. Wrong ones are refused, and none makes the server fail. */
import { dereference, type Schema, validate } from '@cfworker/json-schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '../../../generated/operations.ts';
import type { Client } from '../../support/calls/client.ts';
import {
  bodySchema,
  description,
  idsOf,
  isSchemaClosed,
  makeInput,
  readAnswer,
  refusalsOf,
  walkedOperations,
} from '../../support/calls/operations.ts';
import { bodyRandom, makeRandom } from '../../support/calls/randomBody.ts';
import { databaseSnapshot } from '../../support/calls/snapshot.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

/** Number of bodies for each call. The seed is the same in every run, so more bodies would test little more. */
const BODIES = 30;
const AT_ONCE = 8;
const SEED = 20261121;

let server: TestServer;
let admin: Client;
let before: Record<string, string>;
beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
  before = await databaseSnapshot(server);
});
afterAll(() => server?.stop());

const withBody = idsOf(walkedOperations.filter(({ id }) => bodySchema(id) !== undefined));
/** A valid body ends the session or changes the password that the other calls need, so these get only wrong ones. */
const ENDING: readonly OperationId[] = ['changePassword', 'putChangePassword', 'updateDefaultTenant'];

/**
 * A validator other than the server's decides which bodies are wrong. It ignores formats, which it defines differently.
 * All schemas are resolved once together, because they refer to each other.
 */
const root = JSON.parse(
  JSON.stringify({
    components: description.components,
    bodies: Object.fromEntries(withBody.map((id) => [id, bodySchema(id)])),
  }),
  (key, value) => (key === 'format' && typeof value === 'string' ? undefined : value),
) as { bodies: Record<string, Schema> };
const lookup = dereference(root as Schema);
const isRight = (id: OperationId, body: unknown): boolean =>
  validate(body, root.bodies[id]!, '2020-12', lookup).valid;

interface Bodies {
  right: unknown[];
  wrong: unknown[];
}

function makeBodies(id: OperationId): Bodies {
  const random = makeRandom(SEED);
  const bodies: Bodies = { right: [], wrong: [] };
  for (let count = 0; count < BODIES; count += 1) {
    const body = bodyRandom(bodySchema(id)!, description, random);
    bodies[isRight(id, body) ? 'right' : 'wrong'].push(body);
  }
  return bodies;
}

const made = new Map<OperationId, Bodies>();
function bodiesOf(id: OperationId): Bodies {
  const bodies = made.get(id) ?? makeBodies(id);
  made.set(id, bodies);
  return bodies;
}

async function each(
  id: OperationId,
  bodies: readonly unknown[],
  check: (status: number, why: string) => void,
): Promise<void> {
  const { path, query } = makeInput(id, { optional: false });
  for (let from = 0; from < bodies.length; from += AT_ONCE) {
    await Promise.all(
      bodies.slice(from, from + AT_ONCE).map(async (body) => {
        const { status, text } = await readAnswer(admin, id, { path, query, body });
        check(status, `${JSON.stringify(body)} → ${status} ${text}`);
      }),
    );
  }
}

describe(`of ${BODIES} random bodies, the invalid ones`, () => {
  it.each(withBody)('are refused by %s', async (id) => {
    const { wrong } = bodiesOf(id);
    if (isSchemaClosed(bodySchema(id)!)) expect(wrong.length).toBeGreaterThan(BODIES / 20);
    await each(id, wrong, (status, why) => expect(refusalsOf(id), why).toContain(status));
  });

  it('have written nothing', async () => {
    expect(await databaseSnapshot(server)).toEqual(before);
  });
});

describe(`of ${BODIES} random bodies, the valid ones`, () => {
  it.each(withBody.filter((id) => !ENDING.includes(id)))('do not make %s fail', async (id) => {
    await each(id, bodiesOf(id).right, (status, why) => expect(status, why).toBeLessThan(500));
  });
});
