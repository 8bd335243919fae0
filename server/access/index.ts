/**
 * Who may do what with which records and fields. A permission opens all records of an entity, those of one's
 * departments (`@department`) or one's own (`@own`); roles may hide single fields or show them only.
 */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { EntityDefinition } from '../../generated/definition.ts';
import type { FieldRights } from '../../runtime/core/fieldAccess.ts';
import { type Scope, scope_of } from '../../runtime/core/permission.ts';
import type { Session } from '../context.ts';
import { audience_changes, audience_of, audience_sees } from './audience.ts';

/** Who asks, as far as rights go. */
export type Asker = FieldRights & Pick<Session, 'userId' | 'departments'>;

type AnyBuilder = ExpressionBuilder<Record<string, Record<string, unknown>>, string>;
/** A condition on the records of an entity. */
export type RecordCondition = (eb: AnyBuilder) => Expression<SqlBool>;

/** Whose records of the entity the asker may do this with: list, get, update, delete, a transition … */
export function record_scope(asker: Asker, entity: EntityDefinition, action: string): Scope | null {
  return asker.admin ? 'tenant' : scope_of(asker.permissions, `${entity.name}:${action}`);
}

const owner_of = (entity: EntityDefinition): string => entity.owner ?? 'createdBy';

/** These show a record and leave it as it is. */
export const SEEING: ReadonlySet<string> = new Set(['list', 'get', 'export']);

/** Which records the asker may do this with; null: all of the tenant. Without any right: none. */
export function record_where(asker: Asker, entity: EntityDefinition, action: string): RecordCondition | null {
  const reach = scope_where(asker, entity, action);
  const audience = audience_of(entity);
  if (!audience) return reach;
  const shown = (SEEING.has(action) ? audience_sees : audience_changes)(asker, audience);
  return reach ? (eb) => eb.and([reach(eb), shown(eb)]) : shown;
}

function scope_where(asker: Asker, entity: EntityDefinition, action: string): RecordCondition | null {
  const own: RecordCondition = (eb) => eb(owner_of(entity), '=', asker.userId);
  switch (record_scope(asker, entity, action)) {
    case 'tenant':
      return null;
    case 'own':
      return own;
    case 'department': {
      if (asker.departments.length === 0) return own;
      const { department } = entity;
      if (department) return (eb) => eb.or([own(eb), eb(department, 'in', asker.departments)]);
      return (eb) =>
        eb.or([
          own(eb),
          eb(
            owner_of(entity),
            'in',
            eb.selectFrom('userDepartment').select('userId').where('deptId', 'in', asker.departments),
          ),
        ]);
    }
    case null:
      return (eb) => eb.lit(false);
  }
}
