/** Whether a table's columns are enough for what is wanted, before any row is read. */

import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import type { ImportMode, Problem } from '../../../runtime/core/importReport.ts';
import { record_scope } from '../../access/index.ts';
import type { Lang, Session } from '../../context.ts';
import { fields_of } from '../../entities/columns.ts';
import { field_of, type Heading } from '../headings.ts';
import { TEXTS } from './report.ts';

/** Fields that together tell which record is meant, the id before all others. */
export function keys_of(entity: Entity): string[][] {
  const unique = (entity.unique ?? []).filter((names) =>
    names.every((name) => !fields_of(entity)[name]?.readOnly),
  );
  return [['id'], ...unique];
}

/** A field that the server can find by itself when it is left out. */
const is_given = (entity: Entity, name: string): boolean => {
  const field = fields_of(entity)[name];
  return !field || field.readOnly === true || field.default !== undefined;
};

export function columns_check(
  entity: Entity,
  asker: Session,
  { headings, row, mode, lang }: { headings: readonly Heading[]; row: number; mode: ImportMode; lang: Lang },
): Problem[] {
  const title_of = (name: string): string => field_of(entity, name).title?.[lang] ?? name;
  const problem = (column: string, title: string, reason: string): Problem => ({
    row,
    column,
    title,
    reason,
  });
  const problems = headings
    .filter(({ use }) => use === 'twice')
    .map(({ field, text }) => problem(field ?? text, text, TEXTS.twiceColumn[lang]));
  const there = new Set(
    headings.filter(({ use }) => use === 'write' || use === 'key').map(({ field }) => field),
  );
  if (!headings.some(({ use }) => use === 'write')) problems.push(problem('', '', TEXTS.noColumn[lang]));
  if (mode === 'create' && record_scope(asker, entity, 'create') === null)
    problems.push(problem('', '', TEXTS.mayNotCreate[lang]));
  if (mode === 'update' && record_scope(asker, entity, 'update') === null)
    problems.push(problem('', '', TEXTS.mayNotUpdate[lang]));
  if (mode !== 'update')
    for (const name of entity.schema.required ?? [])
      if (!there.has(name) && !is_given(entity, name))
        problems.push(problem(name, title_of(name), TEXTS.missingColumn[lang]));
  if (mode !== 'create' && !keys_of(entity).some((names) => names.every((name) => there.has(name)))) {
    const wanted = keys_of(entity).map((names) => names.map(title_of).join(' + '));
    problems.push(problem('', '', TEXTS.noKey[lang].replace('{columns}', wanted.join(' / '))));
  }
  return problems;
}
