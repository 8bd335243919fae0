/**
 * A function is read as a whole, with the closures inside it: none is longer than 80 lines, unless a comment
 * `// long: <reason>` directly above says why. Those that were longer when the rule came, and are not taken apart yet,
 * stand in `NOT_YET`: the list only shrinks.
 */
import ts from 'typescript';

const MAX_LINES = 80;
const PLACES = /^(server|codegen|runtime|widgets|pages)\//;

/** By name; a function without one is called by the function around it. */
const NOT_YET: ReadonlySet<string> = new Set(['PrintSheet']);

type FunctionNode = ts.FunctionLikeDeclaration & { body: ts.Node };

export interface LongFunction {
  name: string;
  /** The number of its first line, from 1. */
  line: number;
  lines: number;
  hasReason: boolean;
}

const isWritten = (node: ts.Node): node is FunctionNode =>
  ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;

/** The name that a function has itself, or that of the variable or property that it is given to. */
function ownName({ name, parent }: FunctionNode): string | null {
  if (name) return name.getText();
  const isNamed = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent);
  return isNamed ? parent.name.getText() : null;
}

function nameOf(node: FunctionNode): string {
  const own = ownName(node);
  if (own !== null) return own;
  let around: ts.Node | undefined = node.parent;
  while (around && !isWritten(around)) around = around.parent;
  return around ? `inside ${nameOf(around)}` : 'without a name';
}

/** The functions of a file that are longer than is allowed. */
export function findLong(file: string, text: string): LongFunction[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const rows = text.split('\n');
  const found: LongFunction[] = [];
  const lineAt = (at: number): number => source.getLineAndCharacterOfPosition(at).line;
  const visit = (node: ts.Node): void => {
    if (isWritten(node)) {
      const start = lineAt(node.getStart());
      const lines = lineAt(node.end) - start + 1;
      const hasReason = /^\s*\/\/ long: \S/.test(rows[start - 1] ?? '');
      if (lines > MAX_LINES) found.push({ name: nameOf(node), line: start + 1, lines, hasReason });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** A line for each function that is too long without a reason, and for each name that the list need not have any more. */
export function functionBreaches(files: readonly { file: string; text: string }[]): string[] {
  const long = files
    .filter(({ file }) => PLACES.test(file))
    .flatMap(({ file, text }) => findLong(file, text).map((one) => ({ ...one, file })))
    .filter(({ hasReason }) => !hasReason);
  const names = new Set(long.map(({ name }) => name));
  return [
    ...long
      .filter(({ name }) => !NOT_YET.has(name))
      .map(
        ({ file, line, name, lines }) =>
          `${file}:${line}: ${name} has ${lines} lines, ${MAX_LINES} are allowed: take it apart, or write // long: <reason> above it`,
      ),
    ...[...NOT_YET]
      .filter((name) => !names.has(name))
      .map((name) => `${name} is short by now: take it off the list in tests/checks/functionLength.ts`),
  ];
}
