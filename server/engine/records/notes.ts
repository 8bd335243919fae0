/** The history of a record also mentions things that are kept with it and are no field of it. */

import { writeAudit } from '../../platform/db/auditLog.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Session } from '../context.ts';
import type { Diff } from '../entities/write/recordDiff.ts';

export interface RecordKey {
  entity: string;
  recordId: number;
}

/** The person who attaches or says something. */
export type Noter = Pick<Session, 'tenantId' | 'userId'>;

/** Under such names a line of the history holds what is not a field of the record. */
export const NOTE = 'note.';

/**
 * Writes the line. `file`: the name of a file before and after. What was said is left out: who takes a comment back has
 * it gone.
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
