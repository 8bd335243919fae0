/** Comments of users on records of any entity. */
import type { Trx } from '../../platform/db/index.ts';
import { inWordOrder } from '../../platform/db/tables/wordOrder.ts';
import { type Noter, type RecordKey, writeNote } from './notes.ts';

/** Matches `@[12]`, which mentions the user with this id. */
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

/** Removes control characters, characters that hide other text, spaces at the ends, and repeated empty lines. */
export function cleanComment(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

export function readMentions(body: string): number[] {
  return [...new Set([...body.matchAll(MENTION)].map(([, id]) => Number(id)))];
}

/** Returns the names of users by id, without users who have left. */
export async function readPeopleNames(trx: Trx, ids: readonly number[]): Promise<PersonName[]> {
  if (ids.length === 0) return [];
  return trx.selectFrom('userAccount').select(['id', 'name']).where('id', 'in', ids).execute();
}

/** Finds users of the tenant whose name or user name contains the words. */
export async function searchPeople(trx: Trx, search: string): Promise<PersonName[]> {
  const pattern = `%${search.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
  return trx
    .selectFrom('userAccount')
    .select(['id', 'name'])
    .where('active', '=', true)
    .where((eb) => eb.or([eb('name', 'ilike', pattern), eb('username', 'ilike', pattern)]))
    .orderBy(inWordOrder('name'))
    .orderBy('id')
    .limit(MAX_PEOPLE)
    .execute();
}

const commentsOf = (trx: Trx, { entity, recordId }: RecordKey) =>
  trx
    .selectFrom('recordComment as c')
    .leftJoin('userAccount as u', 'u.id', 'c.createdBy')
    .where('c.entity', '=', entity)
    .where('c.recordId', '=', recordId)
    .select(['c.id', 'c.body', 'c.createdBy', 'u.name as createdByName', 'c.createdAt', 'c.editedAt']);

export async function countComments(trx: Trx, { entity, recordId }: RecordKey): Promise<number> {
  const { count } = await trx
    .selectFrom('recordComment')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('entity', '=', entity)
    .where('recordId', '=', recordId)
    .executeTakeFirstOrThrow();
  return count;
}

export function commentsPage(
  trx: Trx,
  key: RecordKey,
  { current, size }: { current: number; size: number },
): Promise<CommentRow[]> {
  return commentsOf(trx, key)
    .orderBy('c.id', 'desc')
    .limit(size)
    .offset((current - 1) * size)
    .execute();
}

export const findComment = (trx: Trx, key: RecordKey, id: number): Promise<CommentRow | undefined> =>
  commentsOf(trx, key).where('c.id', '=', id).executeTakeFirst();

export async function addComment(trx: Trx, key: RecordKey, noter: Noter, body: string): Promise<number> {
  const { tenantId, userId } = noter;
  const { id } = await trx
    .insertInto('recordComment')
    .values({ ...key, tenantId, body, createdBy: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeNote(trx, key, noter, 'comment');
  return id;
}

export async function changeComment(
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

export async function removeComment(trx: Trx, key: RecordKey, noter: Noter, id: number): Promise<void> {
  await writeNote(trx, key, noter, 'commentRemove');
  await trx.deleteFrom('recordComment').where('id', '=', id).execute();
}
