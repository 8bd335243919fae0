/** Lists the names that an expression reads. In its own file, because codegen uses it without the engine. */
import { isObject } from '../object.ts';

/** Returns the names in `var`, with dots and parent steps as written. */
export function listReadNames(check: unknown): string[] {
  if (Array.isArray(check)) return check.flatMap(listReadNames);
  if (!isObject(check)) return [];
  return Object.entries(check).flatMap(([operator, operands]) =>
    operator === 'var' ? String([operands].flat()[0] ?? '') : listReadNames(operands),
  );
}

/** Returns whether an expression reads the station selected on a page, which API programs do not have. */
export const asksForStation = (expression: unknown): boolean =>
  listReadNames(expression).includes('$context.stationSn');
