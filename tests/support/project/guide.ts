/** Returns the files of the definition guide, by path. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { addCall } from '../../../codegen/write/templates.ts';

const GUIDE = join(import.meta.dirname, '../../../docs/guide');
const BLOCK = /^```\w+ (\S+)\n([\s\S]*?)^```$/gm;
const CALLS_INDEX = 'server/calls/index.ts';

/** Returns all chapters, one after the other. */
export async function guideText(): Promise<string> {
  const names = (await readdir(GUIDE)).filter((name) => name.endsWith('.md'));
  return (await Promise.all(names.sort().map((name) => readFile(join(GUIDE, name), 'utf8')))).join('\n');
}

export async function guideFiles(): Promise<Record<string, string>> {
  const found = (await guideText()).matchAll(BLOCK);
  return Object.fromEntries([...found].map(([, path, text]) => [path!, text!]));
}

/** Writes the matching files of the guide into a copy of the project, and the changes that the guide describes. */
export async function writeGuideFiles(root: string, pattern: RegExp = /./): Promise<string[]> {
  const files = Object.entries(await guideFiles()).filter(([path]) => pattern.test(path));
  for (const [path, text] of files) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
    const handler = /^server\/calls\/(\w+)\.ts$/.exec(path)?.[1];
    if (!handler) continue;
    // The index is written after the file that it names, because a running server may restart in between.
    const index = join(root, CALLS_INDEX);
    const calls = await readFile(index, 'utf8');
    // The scaffolder has already added the call if its command was run before.
    if (!calls.includes(`./${handler}.ts`)) await writeFile(index, addCall(calls, handler));
  }
  return files.map(([path]) => path);
}

/** Returns the commands that create the files of the tutorial, as arguments of the scaffolder. */
export async function guideScaffolds(): Promise<string[][]> {
  const commands = (await guideText()).matchAll(/^npm run new -- (.*)$/gm);
  return [...commands].map(([, args = '']) => args.split(' '));
}
