/** The details of a row: fields without a column. */

import type { EntityDefinition, Field, Text } from '../../../generated/definition.ts';
import { ownFields } from '../../core/lines.ts';
import { fieldState } from '../../core/rules/rule.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { listField } from '../../record/query/fields.ts';

export interface DetailSection {
  /** Null for fields outside the sections. */
  title: Text | null;
  fields: readonly string[];
}

const TIMES = ['createdAt', 'updatedAt'];

function isShown(entity: EntityDefinition, name: string, field: Field, record: ListRecord): boolean {
  const value = record[name];
  const empty = value === undefined || value === null || value === '';
  if (empty || (Array.isArray(value) && value.length === 0)) return false;
  if (field.writeOnly || field['x-control'] === 'hidden') return false;
  return fieldState(field, name, entity.schema, record, { saved: true }).visible;
}

/** Returns the filled fields without a column, in the sections of the form. */
export function detailSections(
  entity: EntityDefinition,
  record: ListRecord,
  columns: ReadonlySet<string>,
): DetailSection[] {
  const rest = [...Object.keys(ownFields(entity.schema)), ...TIMES].filter(
    (name) => !columns.has(name) && isShown(entity, name, listField(entity, name), record),
  );
  const sections = entity.ui?.sections ?? [];
  const placed = new Set(sections.flatMap(({ fields }) => fields));
  return [
    ...sections.map(({ title, fields }) => ({ title, fields: fields.filter((name) => rest.includes(name)) })),
    { title: null, fields: rest.filter((name) => !placed.has(name)) },
  ].filter(({ fields }) => fields.length > 0);
}
