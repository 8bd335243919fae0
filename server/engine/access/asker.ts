import type { FieldRights } from '../../../runtime/core/fieldAccess.ts';
import type { Session } from '../context.ts';

/** Who asks, as far as rights go. */
export type Asker = FieldRights & Pick<Session, 'userId' | 'departments' | 'stations'>;
