/** What no definition may hold, whatever it defines: too much, too deep, patterns that never end. */
import { escaped } from '../../codegen/problem.ts';
import { studio_problem } from './texts.ts';
import type { StudioProblem } from './types.ts';

export const MAX_KB = 200;
const MAX_DEPTH = 24;
const MAX_PATTERN = 300;

type Visit = (value: unknown, pointer: string, key: string) => void;

/** Visits every value with its pointer. */
export function document_walk(value: unknown, visit: Visit, pointer = '', key = ''): void {
  visit(value, pointer, key);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, child] of Object.entries(value))
    document_walk(child, visit, `${pointer}/${escaped(name)}`, name);
}

function depth_exceeds(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return left === 0 || Object.values(value).some((child) => depth_exceeds(child, left - 1));
}

/** A repeated group that itself repeats (`(a+)+`) may take for ever on a text that does not match. */
const NESTED_REPEAT = /\((?:[^()\\]|\\.)*[+*}](?:[^()\\]|\\.)*\)(?:[+*]|\{\d+,\d*\})/;

export function pattern_fault(pattern: string): string | null {
  if (pattern.length > MAX_PATTERN) return `> ${MAX_PATTERN}`;
  if (NESTED_REPEAT.test(pattern) || /\\[1-9]|\(\?</.test(pattern)) return pattern;
  try {
    new RegExp(pattern, 'u');
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

export function document_problems(document: unknown): StudioProblem[] {
  if (depth_exceeds(document, MAX_DEPTH)) return [studio_problem('', 'tooDeep', { limit: MAX_DEPTH })];
  if (Buffer.byteLength(JSON.stringify(document)) > MAX_KB * 1024)
    return [studio_problem('', 'tooBig', { limit: MAX_KB })];
  const problems: StudioProblem[] = [];
  document_walk(document, (value, pointer, key) => {
    const patterns =
      key === 'pattern' && typeof value === 'string'
        ? [value]
        : key === 'patternProperties' && typeof value === 'object' && value !== null
          ? Object.keys(value)
          : [];
    for (const pattern of patterns) {
      const reason = pattern_fault(pattern);
      if (reason) problems.push(studio_problem(pointer, 'pattern', { reason }));
    }
  });
  return problems;
}
