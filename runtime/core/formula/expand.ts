/** Expands formulas that use calculated variables. Pure. */
import type { Formula, FormulaNode } from './types.ts';

/** Returns the formula of a variable. Null if it is measured. */
export type FormulaOf = (sn: string) => Formula | null;

/** Maximum number of parts of a fully expanded formula. */
export const MAX_PARTS = 10_000;
export const MAX_NESTED = 1_000;

/** Returns the cycle from a variable back to itself through formulas. Null without a cycle. */
export function formulaCycle(sn: string, formulaOf: FormulaOf): string[] | null {
  const done = new Set<string>();
  const walk = (path: readonly string[]): string[] | null => {
    for (const next of formulaOf(path.at(-1)!)?.variables ?? []) {
      if (next === sn) return [...path, next];
      if (done.has(next)) continue;
      done.add(next);
      const cycle = walk([...path, next]);
      if (cycle) return cycle;
    }
    return null;
  };
  return walk([sn]);
}

function nodeChildren(node: FormulaNode): readonly FormulaNode[] {
  switch (node.type) {
    case 'number':
    case 'variable':
      return [];
    case 'unary':
      return [node.argument];
    case 'binary':
      return [node.left, node.right];
    case 'if':
      return [node.test, node.yes, node.no];
    case 'call':
      return node.args;
  }
}

/** The size of an expanded formula. A calculated variable counts as one part in addition to its formula. */
interface Extent {
  parts: number;
  nested: number;
}

const MEASURED: Extent = { parts: 0, nested: 0 };
const ENDLESS: Extent = { parts: Number.POSITIVE_INFINITY, nested: Number.POSITIVE_INFINITY };

function nodeExtent(node: FormulaNode, extentOf: (sn: string) => Extent): Extent {
  const below =
    node.type === 'variable'
      ? [extentOf(node.sn)]
      : nodeChildren(node).map((child) => nodeExtent(child, extentOf));
  return {
    parts: below.reduce((sum, { parts }) => sum + parts, 1),
    nested: below.reduce((most, { nested }) => Math.max(most, nested), 0) + 1,
  };
}

/**
 * Counts parts without expanding: each variable once and without recursion. The time is therefore linear in the size of
 * the formulas. A formula with a cycle has infinite size.
 */
function makeExtents(formulaOf: FormulaOf): (sn: string) => Extent {
  const extents = new Map<string, Extent>();
  const extentOf = (sn: string): Extent => extents.get(sn) ?? ENDLESS;
  return (sn) => {
    const begun = new Set<string>();
    for (const open = [sn]; open.length > 0; ) {
      const name = open.at(-1)!;
      const formula = extents.has(name) ? null : formulaOf(name);
      const missing =
        formula && !begun.has(name) ? formula.variables.filter((next) => !extents.has(next)) : [];
      begun.add(name);
      if (missing.length > 0) {
        open.push(...missing);
        continue;
      }
      open.pop();
      if (!extents.has(name)) extents.set(name, formula ? nodeExtent(formula.node, extentOf) : MEASURED);
    }
    return extentOf(sn);
  };
}

/** Returns a function that checks whether the expanded formula of a variable is too large. */
export function formulasLimit(formulaOf: FormulaOf): (sn: string) => boolean {
  const extentOf = makeExtents(formulaOf);
  return (sn) => {
    const { parts, nested } = extentOf(sn);
    return parts > MAX_PARTS || nested > MAX_NESTED;
  };
}

function expandNode(node: FormulaNode, nodeOf: (sn: string) => FormulaNode | null): FormulaNode {
  const expand = (node: FormulaNode): FormulaNode => expandNode(node, nodeOf);
  switch (node.type) {
    case 'number':
      return node;
    case 'variable':
      return nodeOf(node.sn) ?? node;
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

const variablesOf = (node: FormulaNode): string[] =>
  node.type === 'variable' ? [node.sn] : nodeChildren(node).flatMap(variablesOf);

/**
 * Returns a function that expands a formula until it contains measured variables only. Null for a measured variable,
 * for a too large formula, and for a cycle. Shared parts are expanded once.
 */
export function expandFormulas(formulaOf: FormulaOf): (sn: string) => Formula | null {
  const isTooLarge = formulasLimit(formulaOf);
  const made = new Map<string, FormulaNode | null>();
  function nodeOf(sn: string): FormulaNode | null {
    const expanded = made.get(sn);
    if (expanded !== undefined) return expanded;
    const formula = formulaOf(sn);
    const node = formula && expandNode(formula.node, nodeOf);
    made.set(sn, node);
    return node;
  }
  return (sn) => {
    const node = isTooLarge(sn) ? null : nodeOf(sn);
    return node && { node, variables: [...new Set(variablesOf(node))] };
  };
}
