/** Formulas over variables that are formulas themselves. Pure. */
import type { Formula, FormulaNode } from './types.ts';

/** The formula of a variable; null: it is measured. */
export type FormulaOf = (sn: string) => Formula | null;

/** The way from a variable back to itself, through the formulas that use it; null: there is none. */
export function formula_cycle(sn: string, formulaOf: FormulaOf): string[] | null {
  const done = new Set<string>();
  const walk = (path: readonly string[]): string[] | null => {
    for (const next of formulaOf(path.at(-1)!)?.variables ?? []) {
      if (next === sn) return [...path, next];
      if (done.has(next)) continue;
      done.add(next);
      const found = walk([...path, next]);
      if (found) return found;
    }
    return null;
  };
  return walk([sn]);
}

function node_expand(node: FormulaNode, formulaOf: FormulaOf, above: readonly string[]): FormulaNode {
  const expand = (one: FormulaNode): FormulaNode => node_expand(one, formulaOf, above);
  switch (node.type) {
    case 'number':
      return node;
    case 'variable': {
      const own = above.includes(node.sn) ? null : formulaOf(node.sn);
      return own ? node_expand(own.node, formulaOf, [...above, node.sn]) : node;
    }
    case 'unary':
      return { ...node, argument: expand(node.argument) };
    case 'binary':
      return { ...node, left: expand(node.left), right: expand(node.right) };
    case 'if':
      return { ...node, test: expand(node.test), yes: expand(node.yes), no: expand(node.no) };
    case 'call':
      return { ...node, args: node.args.map(expand) };
  }
}

function variables_of(node: FormulaNode): string[] {
  switch (node.type) {
    case 'number':
      return [];
    case 'variable':
      return [node.sn];
    case 'unary':
      return variables_of(node.argument);
    case 'binary':
      return [node.left, node.right].flatMap(variables_of);
    case 'if':
      return [node.test, node.yes, node.no].flatMap(variables_of);
    case 'call':
      return node.args.flatMap(variables_of);
  }
}

/** The same formula over measured variables alone. In a cycle a variable stays what it is: it has no value. */
export function formula_expand(sn: string, formula: Formula, formulaOf: FormulaOf): Formula {
  const node = node_expand(formula.node, formulaOf, [sn]);
  return { node, variables: [...new Set(variables_of(node))] };
}
