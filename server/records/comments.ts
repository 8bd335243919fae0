/** What people say about a record of any entity. */
import type { Trx } from '../db/index.ts';
import { type Noter, type RecordKey, writeNote } from './notes.ts';

/** `@[12]`: the person with this id. */
const MENTION = /@\[(\d{1,15})\]/g;
const MAX_PEOPLE = 20;

export interface PersonName {
  id: number;
  name: string;
}

interface CommentRow {
  id: number;
  body: string;
  createdBy: number;
  createdByName: string | null;
  createdAt: string;
  editedAt: string | null;
}

/** Text without what steers a terminal or hides other text; no blank ends, no heaps of empty lines. */
export function comment_clean(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

export function mentions_read(body: string): number[] {
  return [...new Set([...body.matchAll(MENTION)].map(([, id]) => Number(id)))];
}

/** The people of the tenant among these ids; somebody who left is not among them. */
export async function people_named(trx: Trx, ids: readonly number[]): Promise<PersonName[]> {
  if (ids.length === 0) return [];
  return trx.selectFrom('userAccount').select(['id', 'name']).where('id', 'in', ids).execute();
}

/** People of the tenant whose name or user name holds the words. */
export async function people_search(trx: Trx, search: string): Promise<PersonName[]> {
  const pattern = `%${search.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
  return trx
    .selectFrom('userAccount')
    .select(['id', 'name'])
    .where('active', '=', true)
    .where((eb) => eb.or([eb('name', 'ilike', pattern), eb('username', 'ilike', pattern)]))
    .orderBy('name')
    .orderBy('id')
    .limit(MAX_PEOPLE)
    .execute();
}

const comments_of = (trx: Trx, { entity, recordId }: RecordKey) =>
  trx
    .selectFrom('recordComment as c')
    .leftJoin('userAccount as u', 'u.id', 'c.createdBy')
    .where('c.entity', '=', entity)
    .where('c.recordId', '=', recordId)
    .select(['c.id', 'c.body', 'c.createdBy', 'u.name as createdByName', 'c.createdAt', 'c.editedAt']);

export async function comments_count(trx: Trx, { entity, recordId }: RecordKey): Promise<number> {
  const { count } = await trx
    .selectFrom('recordComment')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('entity', '=', entity)
    .where('recordId', '=', recordId)
    .executeTakeFirstOrThrow();
  return count;
}

export function comments_page(
  trx: Trx,
  key: RecordKey,
  { current, size }: { current: number; size: number },
): Promise<CommentRow[]> {
  return comments_of(trx, key)
    .orderBy('c.id', 'desc')
    .limit(size)
    .offset((current - 1) * size)
    .execute();
}

export const comment_find = (trx: Trx, key: RecordKey, id: number): Promise<CommentRow | undefined> =>
  comments_of(trx, key).where('c.id', '=', id).executeTakeFirst();

export async function comment_add(trx: Trx, key: RecordKey, noter: Noter, body: string): Promise<number> {
  const { tenantId, userId } = noter;
  const { id } = await trx
    .insertInto('recordComment')
    .values({ ...key, tenantId, body, createdBy: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeNote(trx, key, noter, 'comment');
  return id;
}

export async function comment_change(
  trx: Trx,
  key: RecordKey,
  noter: Noter,
  { id, body }: { id: number; body: string },
): Promise<void> {
  await trx
    .updateTable('recordComment')
    .set({ body, editedAt: new Date().toISOString() })
    .where('id', '=', id)
    .execute();
  await writeNote(trx, key, noter, 'commentEdit');
}

export async function comment_remove(trx: Trx, key: RecordKey, noter: Noter, id: number): Promise<void> {
  await writeNote(trx, key, noter, 'commentRemove');
  await trx.deleteFrom('recordComment').where('id', '=', id).execute();
}
