/** The history of a record also contains things that belong to it and are not its fields. */

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

/** Prefix of names in the history that are not fields of the record. */
export const NOTE = 'note.';

/**
 * Writes the entry. `file` is the name of a file before and after. The text of comments is left out, so that a deleted
 * comment is really gone.
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
