/** Checks a row by the rules of its record, as a single write does. */
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import { fieldTypeOf } from '../../../../runtime/fieldTypes/index.ts';
import { AppError, answerError, type FieldError } from '../../../platform/errors/errors.ts';
import type { CallContext } from '../../context.ts';
import { createValues, startValues, updateValues } from '../../entities/values.ts';
import { checkRecord } from '../../entities/write/recordValidation.ts';
import { valueStep } from '../../entities/write/valueStep.ts';
import { type Check, type RowPlan, rowProblems } from './rowPlan.ts';

/** Returns the error of a write as lines of the report. */
export function errorLines(error: AppError, lang: CallContext['lang']): FieldError[] {
  const { errors, msg } = answerError(error, lang).body;
  return errors?.length ? [...errors] : [{ field: '', msg }];
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

const instant = ({ fields }: Check, name: string, value: unknown): unknown =>
  typeof value === 'string' && fieldTypeOf(fields[name] ?? {}).cell === 'moment' ? Date.parse(value) : value;

/**
 * Checks the rules of the record, as a single write does. `served` contains the values that the server adds to the row.
 */
export function checkRules(check: Check, plan: RowPlan, served: Values): void {
  const { entity, context } = check;
  const { lang } = context;
  const step = valueStep(context);
  const { row, values, before } = plan;
  try {
    const whole = before
      ? updateValues(entity, before, values, step, served)
      : createValues(entity, values, step, served);
    plan.problems.push(...rowProblems(check, row, checkRecord(entity, whole, lang)));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Errors of single fields from the schema are more precise than the first violated rule.
    const ownProblems = rowProblems(
      check,
      row,
      before ? [] : checkRecord(entity, startValues(entity, values, step), lang),
    );
    const rest = rowProblems(check, row, errorLines(error, lang)).filter(
      ({ column }) => !ownProblems.some((problem) => problem.column === column),
    );
    plan.problems.push(...ownProblems, ...rest);
  }
  plan.unchanged =
    before !== null &&
    Object.keys(values).every((name) =>
      same(instant(check, name, values[name]), instant(check, name, before[name])),
    );
}
