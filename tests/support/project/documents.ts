/** Reads README.md and docs for tests: text, blocks of code, and code within a sentence. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const FENCE = /^```([^\n]*)\n([\s\S]*?)^```$/gm;

export interface Document {
  /** Path from the root of the project. */
  path: string;
  text: string;
}

export interface Fence {
  /** The words after the opening mark: a language and, for a file, its path. */
  info: string;
  text: string;
}

export const documents: readonly Document[] = [
  'README.md',
  ...globSync('docs/**/*.md', { cwd: ROOT }).sort(),
].map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(ROOT, path), 'utf8') }));

export const fencesOf = ({ text }: Document): Fence[] =>
  [...text.matchAll(FENCE)].map(([, info = '', block = '']) => ({ info: info.trim(), text: block }));

/** Returns the text without its blocks of code, with the same line numbers. */
export const proseOf = ({ text }: Document): string => text.replaceAll(FENCE, '');

/** Returns code within a line, as it is meant. A table writes a bar as `\|`. */
export const inlineCode = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code.replaceAll('\\|', '|'));

const COMMAND = /^(?:npm|npx|node|pip|curl|useradd|mosquitto_\w+) \S/;

/**
 * Returns the shell commands of a document: the lines of its `sh` blocks, and code in sentences that begins like a
 * command.
 */
export function commandsOf(document: Document): string[] {
  const blocks = fencesOf(document).filter(({ info }) => info === 'sh');
  const lines = blocks.flatMap(({ text }) => text.replaceAll(/\\\n\s*/g, ' ').split('\n'));
  const written = inlineCode(proseOf(document)).filter((code) => COMMAND.test(code));
  return [...lines.map((line) => line.replace(/(^|\s)#.*$/, '').trim()), ...written].filter(Boolean);
}
