import type { FieldRights } from '../../../runtime/core/fieldAccess.ts';
import type { Session } from '../context.ts';

/** The part of a session that rights are judged by. */
export type Asker = FieldRights & Pick<Session, 'userId' | 'departments' | 'stations'>;
