/** The columns that the user may fill in, with their choices. */

import type { Field } from '../../../../generated/definition.ts';
import { fieldAccess } from '../../../../runtime/core/access/fieldAccess.ts';
import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import { YES_NO } from '../../../../runtime/core/numbers/format.ts';
import { hasDefault } from '../../../../runtime/core/rules/defaults.ts';
import { ownedFields } from '../../../../runtime/core/rules/states.ts';
import { pickText } from '../../../../runtime/core/text/pickText.ts';
import type { Trx } from '../../../platform/db/index.ts';
import type { CallContext } from '../../context.ts';
import { fieldsOf } from '../../entities/columns.ts';
import { itemOf, optionTitles } from '../fieldCells.ts';
import { headingOf } from '../headings.ts';
import { readFields } from '../options.ts';
import { listLabels, targetOf } from '../refs.ts';

export type TemplateContext = Pick<CallContext, 'db' | 'session' | 'lang'>;

export interface Column {
  name: string;
  field: Field;
  heading: string;
  required: boolean;
  /** The names to choose from. Empty if there are no choices. */
  list: readonly string[];
}

/** Maximum number of names to choose from. Users can type other names. */
const MAX_LIST = 5_000;

/** Returns the fields that the user may write, in the order of the form. */
function namesOf(entity: Entity, { session }: Pick<CallContext, 'session'>): string[] {
  const fields = fieldsOf(entity);
  const inForm = entity.ui?.sections?.flatMap((section) => section.fields) ?? [];
  return [...new Set([...inForm, ...Object.keys(fields)])].filter((name) => {
    const field = fields[name];
    const shown =
      field && !field.readOnly && !ownedFields(entity).has(name) && field['x-control'] !== 'hidden';
    return shown && fieldAccess(session, entity, name) === 'write';
  });
}

async function readList(
  trx: Trx,
  { session, lang }: TemplateContext,
  field: Field,
): Promise<readonly string[]> {
  const target = targetOf(field);
  if (target) return listLabels(trx, session, target, MAX_LIST);
  if (field.type === 'boolean') return YES_NO.map((one) => pickText(one, lang));
  return optionTitles(field.type === 'array' ? itemOf(field) : field, lang)
    .filter(({ offered }) => offered)
    .map(({ title }) => title);
}

export function readColumns(entity: Entity, context: TemplateContext): Promise<Column[]> {
  const { db, session, lang } = context;
  const required = new Set(entity.schema.required);
  return db.tenant(session.tenantId, async (trx) => {
    const fields = await readFields(trx, session.tenantId, entity);
    const columns: Column[] = [];
    for (const name of namesOf(entity, context)) {
      const field = fields[name] ?? {};
      columns.push({
        name,
        field,
        heading: headingOf(entity, name, lang),
        required: required.has(name) && !hasDefault(field),
        list: await readList(trx, context, field),
      });
    }
    return columns;
  });
}
