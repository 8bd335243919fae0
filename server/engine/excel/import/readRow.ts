/** Reads the cells of a row as values of its record. */
import { pickText } from '../../../../runtime/core/text/pickText.ts';
import { cellValue } from '../fieldCells.ts';
import type { ReadCell, ReadRow } from '../file/cell.ts';
import { type Check, type RowPlan, rowProblem } from './rowPlan.ts';

/** Returns the values of the cells and the problems with them. */
export function readRow(check: Check, { row, cells }: ReadRow): RowPlan {
  const {
    used,
    fields,
    context: { lang, zone },
  } = check;
  const plan: RowPlan = {
    row,
    cells,
    values: {},
    problems: [],
    waits: [],
    before: null,
    unchanged: false,
    written: false,
  };
  for (const { index, field: name } of used) {
    const cell: ReadCell = cells[index] ?? null;
    const read = cellValue(name === 'id' ? { type: 'integer' } : (fields[name] ?? {}), cell, {
      lang,
      zone,
    });
    if ('problem' in read) plan.problems.push(rowProblem(check, row, name, pickText(read.problem, lang)));
    else if (read.value !== undefined) plan.values[name] = read.value;
  }
  return plan;
}

/** Reduces a row to its changes. An empty cell clears the field of an existing record. */
export function setChanges({ used }: Check, plan: RowPlan): void {
  const { id: _id, ...values } = plan.values;
  plan.values = values;
  if (!plan.before) return;
  for (const { field: name, use } of used)
    if (use === 'write' && values[name] === undefined) values[name] = null;
}
