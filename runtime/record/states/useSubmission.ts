import type { EntityDefinition } from '../../../generated/definition.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { useSession } from '../../kit/session/session.ts';
import type { ListRecord } from '../calls/useRecords.ts';
import { findSubmission } from './move.ts';

/** Returns the submission of a record, with the reason as text if it is not possible yet. Null if not offered. */
export function useSubmission(
  entity: EntityDefinition,
  record: ListRecord,
): { hindrance: string | null } | null {
  const t = useT();
  const text = useText();
  const userId = useSession(({ user }) => user?.userId ?? 0);
  const submission = findSubmission(entity, record, userId);
  if (!submission) return null;
  const { hindrance } = submission;
  return { hindrance: hindrance && ('text' in hindrance ? text(hindrance.text) : t(hindrance.key)) };
}
