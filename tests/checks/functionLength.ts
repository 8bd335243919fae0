/**
 * A function is read as a whole, with the closures inside it: none is longer than 80 lines, unless a comment
 * `// long: <reason>` directly above says why.
 */
import ts from 'typescript';

const MAX_LINES = 80;
const PLACES = /^(server|demo|codegen|runtime|widgets|pages)\//;

type FunctionNode = ts.FunctionLikeDeclaration & { body: ts.Node };

export interface LongFunction {
  name: string;
  /** Number of its first line, from 1. */
  line: number;
  lines: number;
  hasReason: boolean;
}

const isWritten = (node: ts.Node): node is FunctionNode =>
  ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;

/** Returns the own name of a function, or that of the variable or property to which it is assigned. */
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

/** Returns the functions of a file that are longer than allowed. */
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

/** Returns a line for each function that is too long without a reason. */
export const functionBreaches = (files: readonly { file: string; text: string }[]): string[] =>
  files
    .filter(({ file }) => PLACES.test(file))
    .flatMap(({ file, text }) =>
      findLong(file, text)
        .filter(({ hasReason }) => !hasReason)
        .map(
          ({ line, name, lines }) =>
            `${file}:${line}: ${name} has ${lines} lines, ${MAX_LINES} are allowed: take it apart, or write // long: <reason> above it`,
        ),
    );
