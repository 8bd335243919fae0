import type { EntityDefinition } from '../../../../generated/definition.ts';
import {
  fieldAccess,
  fieldAccessWithin,
  fieldPermissionByRow,
} from '../../../../runtime/core/access/fieldAccess.ts';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import type { Lang } from '../../../../runtime/core/text/lang.ts';
import { pickText } from '../../../../runtime/core/text/pickText.ts';
import type { Row } from '../../../platform/db/tables/anyTable.ts';
import { AppError, type FieldError, fillText } from '../../../platform/errors/errors.ts';
import { errorTable } from '../../../platform/errors/errorTable.ts';
import type { Caller } from '../../access/asker.ts';
import { fieldsOf } from '../columns.ts';
import { same } from './storedEqual.ts';

/**
 * Throws for fields that the caller may not write. Unchanged values of read-only fields are allowed. `opened` contains
 * the fields that a narrowed permission opens in this record.
 */
export function fieldsGuard(
  caller: Caller,
  entity: EntityDefinition,
  body: Values,
  before: Row,
  lang: Lang,
  opened: ReadonlySet<string> = new Set(),
) {
  const errors: FieldError[] = [];
  for (const [name, field] of Object.entries(fieldsOf(entity))) {
    if (!(name in body) || field.readOnly) continue;
    const access = (opened.has(name) ? fieldAccessWithin : fieldAccess)(caller, entity, name);
    if (access === 'write' || (access === 'read' && same(body[name], before[name]))) continue;
    const params = { field: pickText(field.title, lang) ?? name };
    errors.push({
      field: `/${name}`,
      msg: fillText(pickText(errorTable['record.fieldLocked'], lang), params),
    });
  }
  const [first] = errors;
  if (first) {
    const name = first.field.slice(1);
    const field = pickText(fieldsOf(entity)[name]?.title, lang) ?? name;
    throw new AppError('record.fieldLocked', { field }, { errors });
  }
}

/**
 * Returns the fields that a narrowed permission opens in a new record. The creator is its owner, unless a field names
 * another owner.
 */
export function fieldsOpenedAtFirst(
  caller: Caller,
  entity: EntityDefinition,
  body: Values,
): ReadonlySet<string> {
  const { owner } = entity;
  if (owner !== undefined && body[owner] !== caller.userId) return new Set();
  return new Set(
    Object.keys(fieldsOf(entity)).filter((name) => fieldPermissionByRow(caller, entity, name) !== null),
  );
}
