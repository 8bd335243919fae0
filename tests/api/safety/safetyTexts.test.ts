/** Published attack strings in every text, filter, sort, search and file stay plain texts. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '../../../generated/definition.ts';
import { operations } from '../../../generated/operations.ts';
import { isWalked } from '../../run/rotation.ts';
import type { Client } from '../../support/calls/client.ts';
import { allOperations, lastingOperations, makeInput, readAnswer } from '../../support/calls/operations.ts';
import { PATHS, RULED_TEXTS, textsAt } from '../../support/hostile/hostileTexts.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import {
  type MadeRecord,
  makeRecords,
  operationFor,
  takesAnyText,
} from '../../support/records/everyRecord.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let chief: Client;
let made: MadeRecord[];
const walked = () => made.filter(({ entity }) => isWalked(entity.name, [entity.name]));

beforeAll(async () => {
  server = await startServer();
  const tenantId = await makeTenant(server);
  const { userId, username } = await makePerson(server, [tenantId], { role: 'administrator' });
  chief = await login(server, username, PASSWORD);
  made = await makeRecords(chief, userId, 'A name');
});
afterAll(() => server?.stop());

/** Returns the fields of an entity that accept any text on a change. */
function textsOf({ entity }: MadeRecord): [string, Field][] {
  return Object.entries(entity.schema.properties ?? {}).filter(
    ([name, field]) =>
      !RULED_TEXTS.includes(`${entity.name}.${name}`) &&
      takesAnyText(field) &&
      !field['x-immutable'] &&
      !field.writeOnly,
  );
}

describe('in every text field', () => {
  it('they are stored unchanged, and found by a filter and a search', async () => {
    for (const [turn, one] of walked().entries()) {
      const update = operationFor(one.entity.name, 'update');
      const list = operationFor(one.entity.name, 'list');
      const fields = textsOf(one);
      if (!update || fields.length === 0) continue;
      let { version } = one.record;
      for (const text of textsAt(turn)) {
        const fitting = fields.filter(([, { maxLength = 200 }]) => text.length <= maxLength);
        if (fitting.length === 0) continue;
        const values = Object.fromEntries(fitting.map(([name]) => [name, text]));
        const path = operations[update].path.includes('{id}') ? { path: { id: one.record.id } } : {};
        const saved = (await chief.call(update, {
          ...path,
          body: { id: one.record.id, version, ...values },
        })) as Record<string, unknown>;
        version = Number(saved.version);
        for (const [name] of fitting) expect(saved[name], `${one.entity.name}.${name}`).toBe(text);
        if (!list) continue;
        const [name] = fitting[0]!;
        const filter = JSON.stringify({ and: [{ field: name, op: 'eq', value: text }] });
        const found = await chief.call(list, { query: { filter } });
        expect((found as { total: number }).total, `${one.entity.name}.${name} = ${text}`).toBe(1);
      }
    }
  });
});

describe('as filter, sort and search of every list', () => {
  it('they match nothing, or are refused', async () => {
    for (const [turn, { entity }] of walked().entries()) {
      const list = operationFor(entity.name, 'list');
      if (!list) continue;
      for (const text of textsAt(turn)) {
        const field = JSON.stringify({ and: [{ field: text, op: 'eq', value: 1 }] });
        const op = JSON.stringify({ and: [{ field: 'id', op: text, value: 1 }] });
        for (const query of [{ filter: text }, { filter: field }, { filter: op }, { sort: text }]) {
          const { status, text: body } = await readAnswer(chief, list, { query });
          expect(status, `${list} ${JSON.stringify(query)} ${body}`).toBe(400);
        }
        const { status } = await readAnswer(chief, list, { query: { search: text } });
        expect(status).toBe(200);
      }
    }
  });
});

describe('as text parameter of every operation', () => {
  it('they make none fail', async () => {
    for (const [turn, { id }] of lastingOperations.entries()) {
      const place = (text?: string) => {
        const { path, query } = makeInput(id, { optional: true, ...(text && { text }) });
        return JSON.stringify({ path, query });
      };
      if (place('a text') === place()) continue;
      for (const text of textsAt(turn)) {
        const { status, text: body } = await readAnswer(chief, id, makeInput(id, { optional: true, text }));
        expect(status, `${id} ${text} ${body}`).toBeLessThan(500);
        expect(body).not.toMatch(/root:x:0:0|\$argon2|PostgreSQL \d/);
      }
    }
  });
});

/** Lists the files below a folder. The server may remove an upload in the meantime. */
async function listBelow(folder: string, path = ''): Promise<string[]> {
  const entries = await readdir(join(folder, path), { withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  const lists = entries.map((entry) => {
    const below = join(path, entry.name);
    return entry.isDirectory() ? listBelow(folder, below) : [below];
  });
  return (await Promise.all(lists)).flat();
}

/** Lists the files in the data folder of the server, except those of the database, its lock and its key. */
async function filesOfOurs(): Promise<string[]> {
  const names = await listBelow(server.config.dataDir);
  const own = /^(postgres|server\.lock|local-access|key$)/;
  return names.map((name) => name.replaceAll('\\', '/')).filter((name) => !own.test(name));
}

describe('as names of files', () => {
  const multipart = allOperations.filter((info) => info.multipart);

  it.each(multipart)('they make $id write nothing outside of the data folder', async ({ id }) => {
    for (const name of PATHS) {
      const form = new FormData();
      form.append('file', new Blob(['<svg onload=alert(1)>'], { type: 'text/html' }), name);
      const { path, query } = makeInput(id, { optional: false });
      const response = await chief.request(id, { path, query, form });
      expect(response.status, name).toBeLessThan(500);
      expect(await response.text()).not.toMatch(/root:x:0:0/);
    }
    for (const name of await filesOfOurs())
      expect(name).toMatch(/^(files|jobs|incoming)(\/[A-Za-z0-9-]+)*(\/[a-z0-9-]+(\.[a-z0-9]{1,8})?)?$/);
  });
});
