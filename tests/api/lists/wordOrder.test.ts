/** Lists sort names as people expect, Chinese by pinyin, in pages and in endless lists alike. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { define, entityOf, text } from '../../support/calls/definitions.ts';
import { openBooks } from '../../support/records/storedBooks.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let books: ReturnType<typeof openBooks>;

const ENTITY = 'orderedName';
const NAMES = ['张三', 'zeta', '李四', '安宁', 'Alpha', '王五', '重庆', '2 号'];
const IN_ORDER = ['2 号', '安宁', '重庆', '李四', '王五', '张三', 'Alpha', 'zeta'];

beforeAll(async () => {
  server = await startServer();
  const admin = await login(server);
  books = openBooks(admin);
  const name = { type: 'string', title: text('Name'), maxLength: 60 };
  await define(
    admin,
    entityOf(ENTITY, { name }, { list: { columns: ['name'], sort: [{ field: 'name', order: 'asc' }] } }),
  );
  for (const one of NAMES) await books.create(ENTITY, { name: one });
});
afterAll(() => server?.stop());

interface Page {
  records: { name: string }[];
  next?: string | null;
}
const page = async (query: string) =>
  (await books.ask('GET', `${ENTITY}/page?${query}`)).data as unknown as Page;

async function endless(sort: string): Promise<string[]> {
  const names: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { records, next }: Page = await page(`size=3&sort=${sort}&cursor=${encodeURIComponent(cursor)}`);
    names.push(...records.map(({ name }) => name));
    cursor = next ?? null;
  }
  return names;
}

describe('the order of names', () => {
  it('follows pinyin and ignores case', async () => {
    const { records } = await page('size=20');
    expect(records.map(({ name }) => name)).toEqual(IN_ORDER);
  });

  it('is the same in an endless list, in either direction', async () => {
    expect(await endless('name')).toEqual(IN_ORDER);
    expect(await endless('-name')).toEqual(IN_ORDER.toReversed());
  });
});
