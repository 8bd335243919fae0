/** The names that an expression reads; apart from what runs it, for the codegen asks as well. */
import { isObject } from '../object.ts';

/** Collects the names after `var`, with the dots and the way out as they are written. */
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
