/** What the control of a formula knows of its text. Pure. */
import { type FormulaProblem, formula_isProblem, formula_parse } from '../../../core/formula/index.ts';

export function formula_read(text: string): {
  problem: FormulaProblem | null;
  variables: readonly string[];
} {
  if (text.trim() === '') return { problem: null, variables: [] };
  const parsed = formula_parse(text);
  return formula_isProblem(parsed)
    ? { problem: parsed, variables: [] }
    : { problem: null, variables: parsed.variables };
}

/** Puts a variable in place of what is selected. */
export function formula_insert(text: string, sn: string, start: number, end = start): string {
  const before = text.slice(0, start);
  const gap = before === '' || /[\s(]$/.test(before) ? '' : ' ';
  return `${before}${gap}[${sn.replaceAll(']', ']]')}]${text.slice(end)}`;
}
