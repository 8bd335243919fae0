/** Entries in the history of a record about attachments and comments, which are not fields. */

import { writeAudit } from '../../platform/db/auditLog.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Session } from '../context.ts';
import type { Diff } from '../entities/write/recordDiff.ts';

export interface RecordKey {
  entity: string;
  recordId: number;
}

/** The user who attaches a file or writes a comment. */
export type Noter = Pick<Session, 'tenantId' | 'userId'>;

/** Prefix of the keys of a history entry that are not names of fields. */
export const NOTE = 'note.';

/**
 * Writes the entry. `file` contains the file names before and after. The text of comments is not stored, so that a
 * deleted comment leaves no copy.
 */
export async function writeNote(
  trx: Trx,
  { entity, recordId: id }: RecordKey,
  { tenantId, userId }: Noter,
  action: 'attach' | 'detach' | 'comment' | 'commentEdit' | 'commentRemove',
  file?: [before: string | null, after: string | null],
): Promise<void> {
  const diff: Diff = file ? { [`${NOTE}attachment`]: file } : {};
  await writeAudit(trx, { tenantId, userId, entity, id, action, diff });
}
