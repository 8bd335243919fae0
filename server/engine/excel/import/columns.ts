/** Checks that a table has the required columns before any row is read. */

import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import type { ImportMode, Problem } from '../../../../runtime/core/importReport.ts';
import { hasDefault } from '../../../../runtime/core/rules/defaults.ts';
import type { Lang } from '../../../../runtime/core/text/lang.ts';
import { pickText } from '../../../../runtime/core/text/pickText.ts';
import { recordScope } from '../../access/recordScope.ts';
import type { Session } from '../../context.ts';
import { fieldsOf } from '../../entities/columns.ts';
import { isReadEmpty, type ReadRow } from '../file/cell.ts';
import { fieldOf, type Heading } from '../headings.ts';
import { TEXTS } from './texts.ts';

/** Returns the keys of an entity, each a set of fields that identify a record. The id is first. */
export function keysOf(entity: Entity): string[][] {
  const unique = (entity.unique ?? []).filter((names) =>
    names.every((name) => !fieldsOf(entity)[name]?.readOnly),
  );
  return [['id'], ...unique];
}

/** Returns whether a missing field gets its value from the server. */
const isFilledByServer = (entity: Entity, name: string): boolean => {
  const field = fieldsOf(entity)[name];
  return !field || field.readOnly === true || hasDefault(field);
};

export function checkColumns(
  entity: Entity,
  caller: Session,
  { headings, row, mode, lang }: { headings: readonly Heading[]; row: number; mode: ImportMode; lang: Lang },
): Problem[] {
  const titleOf = (name: string): string => pickText(fieldOf(entity, name).title, lang) ?? name;
  const problem = (column: string, title: string, reason: string): Problem => ({
    row,
    column,
    title,
    reason,
  });
  const problems = headings
    .filter(({ use }) => use === 'twice')
    .map(({ field, text }) => problem(field ?? text, text, pickText(TEXTS.twiceColumn, lang)));
  const there = new Set(
    headings.filter(({ use }) => use === 'write' || use === 'key').map(({ field }) => field),
  );
  if (!headings.some(({ use }) => use === 'write'))
    problems.push(problem('', '', pickText(TEXTS.noColumn, lang)));
  if (mode === 'create' && recordScope(caller, entity, 'create') === null)
    problems.push(problem('', '', pickText(TEXTS.mayNotCreate, lang)));
  if (mode === 'update' && recordScope(caller, entity, 'update') === null)
    problems.push(problem('', '', pickText(TEXTS.mayNotUpdate, lang)));
  if (mode !== 'update')
    for (const name of entity.schema.required ?? [])
      if (!there.has(name) && !isFilledByServer(entity, name))
        problems.push(problem(name, titleOf(name), pickText(TEXTS.missingColumn, lang)));
  if (mode !== 'create' && !keysOf(entity).some((names) => names.every((name) => there.has(name)))) {
    const keys = keysOf(entity).map((names) => names.map(titleOf).join(' + '));
    problems.push(problem('', '', pickText(TEXTS.noKey, lang).replace('{columns}', keys.join(' / '))));
  }
  return problems;
}

/**
 * Returns the indexes of non-empty columns without a heading, from 0. They are reported, so that no data is lost
 * unnoticed.
 */
export function findUnheaded(headings: readonly Heading[], rows: readonly ReadRow[]): number[] {
  const columnsUsed = new Set<number>();
  const headed = new Set(headings.map(({ index }) => index));
  for (const { cells } of rows)
    for (const [index, cell] of cells.entries())
      if (!headed.has(index) && !isReadEmpty(cell)) columnsUsed.add(index);
  return [...columnsUsed];
}
