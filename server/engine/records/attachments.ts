/** Files attached to records of any entity. Their bytes are in the file store. */
import type { Trx } from '../../platform/db/index.ts';
import { type Noter, type RecordKey, writeNote } from './notes.ts';

/** V047: the default maximum number of files in a list. */
export const MAX_ATTACHMENTS = 30;

interface AttachmentRow {
  id: number;
  name: string;
  type: string;
  size: number;
  createdBy: number;
  createdByName: string | null;
  createdAt: string;
}

const attachmentsOf = (trx: Trx, { entity, recordId }: RecordKey) =>
  trx
    .selectFrom('recordAttachment as a')
    .innerJoin('file as f', (join) =>
      join.onRef('f.tenantId', '=', 'a.tenantId').onRef('f.key', '=', 'a.fileKey'),
    )
    .leftJoin('userAccount as u', 'u.id', 'a.createdBy')
    .where('a.entity', '=', entity)
    .where('a.recordId', '=', recordId);

export async function countAttachments(trx: Trx, key: RecordKey): Promise<number> {
  const { count } = await attachmentsOf(trx, key)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export function listAttachments(trx: Trx, key: RecordKey): Promise<AttachmentRow[]> {
  return attachmentsOf(trx, key)
    .select(['a.id', 'f.name', 'f.type', 'f.size', 'a.createdBy', 'u.name as createdByName', 'a.createdAt'])
    .orderBy('a.id', 'desc')
    .execute();
}

export async function addAttachment(
  trx: Trx,
  key: RecordKey,
  noter: Noter,
  fileKey: string,
): Promise<number> {
  const { tenantId, userId } = noter;
  const { id } = await trx
    .insertInto('recordAttachment')
    .values({ ...key, tenantId, fileKey, createdBy: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeNote(trx, key, noter, 'attach', [null, await findName(trx, fileKey)]);
  return id;
}

async function findName(trx: Trx, fileKey: string): Promise<string | null> {
  const file = await trx.selectFrom('file').select('name').where('key', '=', fileKey).executeTakeFirst();
  return file?.name ?? null;
}

/** Returns the storage key of an attachment of this record. Null if there is none. */
export async function attachmentKey(trx: Trx, key: RecordKey, id: number): Promise<string | null> {
  const row = await attachmentsOf(trx, key).select('a.fileKey').where('a.id', '=', id).executeTakeFirst();
  return row?.fileKey ?? null;
}

/** Deletes the rows. After the commit, the caller must delete the bytes by `files.remove`. */
export async function removeAttachment(
  trx: Trx,
  key: RecordKey,
  noter: Noter,
  { id, fileKey }: { id: number; fileKey: string },
): Promise<void> {
  await writeNote(trx, key, noter, 'detach', [await findName(trx, fileKey), null]);
  await trx.deleteFrom('recordAttachment').where('id', '=', id).execute();
  await trx.deleteFrom('file').where('key', '=', fileKey).execute();
}
