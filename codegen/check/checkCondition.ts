/** Checks a condition: its names, and that fields are compared with possible values. */
import { logicOf } from '../../runtime/core/expressionText/index.ts';
import { isObject } from '../../runtime/core/object.ts';
import type { Condition, Field } from '../definition/definition.ts';
import { escaped } from '../problem.ts';
import { evaluate } from './checkExpression.ts';
import { type Add, findField, type ValuesOf } from './scope.ts';

interface Checking {
  add: Add;
  valuesOf: ValuesOf;
}

/** Operators that return a boolean and join booleans. */
const JOINING = ['and', 'or', '!'];

/** Checks a name without a comparison, which must be a boolean field. */
function checkAlone(logic: unknown, field: Field | undefined, pointer: string, add: Add): void {
  if (!isObject(logic)) return;
  const [operator = '', operands = []] = Object.entries(logic).map(
    ([name, values]) => [name, [values].flat()] as const,
  )[0]!;
  if (operator === 'var') {
    const found = findField(field, String(operands[0]));
    const type = 'field' in found ? found.field?.type : undefined;
    if (type !== undefined && type !== 'boolean') add(pointer, 'conditionAlone', { name: operands[0] });
  }
  if (!JOINING.includes(operator)) return;
  for (const [index, operand] of operands.entries())
    checkAlone(operand, field, `${pointer}/${escaped(operator)}/${index}`, add);
}

/** `field` is the field or object that the condition reads. Unknown names are not checked. */
export function checkCondition(
  condition: Condition,
  field: Field | undefined,
  pointer: string,
  { add, valuesOf }: Checking,
): void {
  const logic = logicOf(condition);
  evaluate(logic, { scope: { field }, pointer, add, valuesOf, inCondition: true });
  checkAlone(logic, field, pointer, add);
}
