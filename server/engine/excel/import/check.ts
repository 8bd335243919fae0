/** Checks the rows of a table for errors and determines their effects. Reads the database and writes nothing. */
import { pickText } from '../../../../runtime/core/text/pickText.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { copyEach } from '../../entities/lines/referenceValues.ts';
import type { ReadRow } from '../file/cell.ts';
import { readRow, setChanges } from './readRow.ts';
import { resolveRefs } from './resolveRefs.ts';
import { type Check, type RowPlan, rowProblem } from './rowPlan.ts';
import { chooseRecord, findChangeable, findRecords, findRepeats } from './rowRecord.ts';
import { checkRules } from './rowRules.ts';
import { TEXTS } from './texts.ts';

/** Checks the rows of a table batch by batch. `check` remembers the keys of earlier rows. */
export async function checkBatch(check: Check, trx: Trx, rows: readonly ReadRow[]): Promise<RowPlan[]> {
  const plans = rows.map((row) => readRow(check, row));
  await resolveRefs(check, trx, plans);
  const recordsByKey = await findRecords(check, trx, plans);
  const wrongCells = plans.map(({ problems }) => new Set(problems.map(({ column }) => column)));
  for (const plan of plans) {
    findRepeats(check, plan);
    chooseRecord(check, plan, recordsByKey);
    setChanges(check, plan);
  }
  const inputs = plans.map(({ before, values }) => ({ before, body: values }));
  const copied = await copyEach(trx, check.context.session, check.entity, inputs);
  for (const [at, plan] of plans.entries()) {
    const wrong = wrongCells[at]!;
    const before = plan.problems.length;
    plan.values = copied[at]!.body;
    checkRules(check, plan, copied[at]!.kept);
    // If a cell could not be read, the missing value is not reported as a second problem.
    plan.problems = plan.problems.filter(({ column }, index) => index < before || !wrong.has(column));
  }
  const changeable = await findChangeable(
    check,
    trx,
    plans.flatMap(({ before }) => (before ? [before] : [])),
  );
  for (const plan of plans)
    if (plan.before && !changeable.has(plan.before.id))
      plan.problems.push(rowProblem(check, plan.row, '', pickText(TEXTS.notYours, check.context.lang)));
  return plans;
}
