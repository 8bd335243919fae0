/** Limits the size, the depth and the patterns of definitions of every kind. */

import { escaped } from '../../../codegen/problem.ts';
import { isObject } from '../../../runtime/core/object.ts';
import { findPatternFault } from '../../../runtime/core/rules/linearPattern.ts';
import { studioProblem } from './texts.ts';
import type { StudioProblem } from './types.ts';

export const MAX_KB = 200;
const MAX_DEPTH = 24;
/** Maximum length of a text that a pattern checks. */
const MAX_MATCHED = 2_000;

type Visit = (value: unknown, pointer: string) => void;

/** Visits every value with its pointer. */
function walkDocument(value: unknown, visit: Visit, pointer = ''): void {
  visit(value, pointer);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, child] of Object.entries(value))
    walkDocument(child, visit, `${pointer}/${escaped(name)}`);
}

function depthExceeds(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return left === 0 || Object.values(value).some((child) => depthExceeds(child, left - 1));
}

type Dict = Readonly<Record<string, unknown>>;
/** Returns the problems of the patterns that a part of a definition contains. */
function patternProblems(part: Dict, pointer: string): StudioProblem[] {
  const { pattern, patternProperties: byName, maxLength } = part;
  const patterns = [pattern, ...(isObject(byName) ? Object.keys(byName) : [])];
  const faults = patterns.flatMap((entry) => {
    const reason = typeof entry === 'string' ? findPatternFault(entry) : null;
    const place = entry === pattern ? 'pattern' : 'patternProperties';
    return reason === null ? [] : [studioProblem(`${pointer}/${place}`, 'pattern', { reason })];
  });
  return typeof pattern === 'string' && typeof maxLength === 'number' && maxLength > MAX_MATCHED
    ? [...faults, studioProblem(`${pointer}/maxLength`, 'patternText', { limit: MAX_MATCHED })]
    : faults;
}

export function documentProblems(document: unknown): StudioProblem[] {
  if (depthExceeds(document, MAX_DEPTH)) return [studioProblem('', 'tooDeep', { limit: MAX_DEPTH })];
  if (Buffer.byteLength(JSON.stringify(document)) > MAX_KB * 1024)
    return [studioProblem('', 'tooBig', { limit: MAX_KB })];
  const problems: StudioProblem[] = [];
  walkDocument(document, (value, pointer) => {
    // Inside `properties` a field may be named "pattern". The pattern of a sequence is not for texts.
    if (isObject(value) && !/\/(?:properties|x-sequence)$/.test(pointer))
      problems.push(...patternProblems(value, pointer));
  });
  return problems;
}
