/**
 * Private records that their owner may show to a role or to all users, such as saved views. While a record is private,
 * no other user sees it, whatever their rights.
 */
import { type SqlBool, sql } from 'kysely';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { can } from '../../../runtime/core/access/permission.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import type { RecordCondition } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Caller } from './asker.ts';

/** The columns that define who sees a record, and the permission to share records. */
export interface AudienceRule {
  owner: string;
  visibility: string;
  role: string;
  share: string;
}

type Person = Pick<Caller, 'admin' | 'userId' | 'permissions'>;

const mayShare = ({ admin, permissions }: Person, share: string): boolean => admin || can(permissions, share);

export function audienceOf(entity: EntityDefinition): AudienceRule | null {
  const { audience, owner = 'createdBy' } = entity;
  return audience ? { ...audience, owner } : null;
}

/**
 * Selects the records that the user sees by this rule. Users with the sharing permission also see the records for all
 * roles.
 */
export function selectAudience(caller: Person, rule: AudienceRule): RecordCondition {
  return (eb) =>
    eb.or([
      eb(rule.owner, '=', caller.userId),
      eb(rule.visibility, '=', 'tenant'),
      mayShare(caller, rule.share)
        ? eb(rule.visibility, '=', 'role')
        : eb.and([
            eb(rule.visibility, '=', 'role'),
            sql<SqlBool>`${eb.ref(rule.role)} in (select role_id from user_role where user_id = ${caller.userId})`,
          ]),
    ]);
}

/**
 * Selects the records that the user may change: the user's records. With the sharing permission also all
 * records that are not private.
 */
export function audienceChanges(caller: Person, rule: AudienceRule): RecordCondition {
  const ofOwner: RecordCondition = (eb) => eb(rule.owner, '=', caller.userId);
  if (!mayShare(caller, rule.share)) return ofOwner;
  return (eb) => eb.or([ofOwner(eb), eb(rule.visibility, '<>', 'private')]);
}

/** Throws if the user may not share the record, or would make another user's shared record private. */
export function audienceGuard(
  caller: Person,
  entity: EntityDefinition,
  after: Values,
  before: Values | null,
): void {
  const rule = audienceOf(entity);
  if (!rule) return;
  const same = (name: string) => (before?.[name] ?? null) === (after[name] ?? null);
  if (before && same(rule.visibility) && same(rule.role)) return;
  const refused =
    after[rule.visibility] === 'private'
      ? before !== null && before[rule.owner] !== caller.userId
      : !mayShare(caller, rule.share);
  if (refused) throw new AppError('record.audience', {}, { field: `/${rule.visibility}` });
}
