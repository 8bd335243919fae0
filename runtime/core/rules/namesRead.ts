/** Lists the names that an expression reads. It is separate from the engine because the codegen uses it as well. */
import { isObject } from '../object.ts';

/** Returns the names after `var`, with dots and parent steps as written. */
export function listReadNames(check: unknown): string[] {
  if (Array.isArray(check)) return check.flatMap(listReadNames);
  if (!isObject(check)) return [];
  return Object.entries(check).flatMap(([operator, operands]) =>
    operator === 'var' ? String([operands].flat()[0] ?? '') : listReadNames(operands),
  );
}

/** Returns whether an expression uses the station chosen on a page, which programs do not have. */
export const asksForStation = (expression: unknown): boolean =>
  listReadNames(expression).includes('$context.stationSn');
