/**
 * Limits how much the browser loads, gzipped, before pages are drawn: the login page, a list with its records, and a
 * board in the shell, each with the texts of the longer language, counted from the build's manifest: every script that
 * these import, and every style. The widgets of a board are its own, and a chart brings its library when it is in sight;
 * neither is counted. One import in the wrong file puts a library of components in front of a page, and nobody notices
 * but those who wait. The service worker keeps each of these files: without network the page would not open.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const DIST = join(import.meta.dirname, '../../dist');
const TEXTS = 'runtime/kit/i18n';
const SHELL = [
  `${TEXTS}/pack.zh.ts`,
  `${TEXTS}/library.ts`,
  'runtime/core/definitions/operations.ts',
  'runtime/shell/frame/Shell.tsx',
  // Applied definitions decide which pages there are: nothing is drawn before they are known.
  'runtime/shell/definitions/appliedDefinitions.ts',
];
const START = ['index.html', `${TEXTS}/zh.start.ts`];

interface Page {
  name: string;
  budgetKb: number;
  modules: readonly string[];
}

const PAGES: readonly Page[] = [
  { name: 'login page', budgetKb: 142, modules: [...START, 'pages/login/Login.tsx'] },
  {
    name: 'list and its records',
    budgetKb: 960,
    modules: [
      ...START,
      ...SHELL,
      'runtime/list/screen/ListPage.tsx',
      'runtime/record/screen/RecordPage.tsx',
      'runtime/record/dialog/RecordDialog.tsx',
    ],
  },
  { name: 'board', budgetKb: 475, modules: [...START, ...SHELL, 'runtime/board/screen/BoardPage.tsx'] },
];

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

/** The files of these modules and of all that they import. */
function readFiles(modules: readonly string[]): Set<string> {
  const files = new Set<string>();
  const waiting = [...modules];
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no ${name}: it moved, or nothing loads it apart any more.`);
    if (files.has(chunk.file)) continue;
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    waiting.push(...(chunk.imports ?? []));
  }
  return files;
}

const LISTED = 8;

const worker = readFileSync(join(DIST, 'serviceWorker.js'), 'utf8');

function reportPage({ name, budgetKb, modules }: Page): boolean {
  const files = [...readFiles(modules)];
  const unknown = files.filter((file) => !worker.includes(`"/${file}"`));
  for (const file of unknown)
    console.log(`The ${name} does not open without network: nothing keeps ${file}.`);
  const sizes = files
    .map((file) => ({ file, kb: gzipSync(readFileSync(join(DIST, file))).length / 1000 }))
    .sort((a, b) => b.kb - a.kb);
  const total = sizes.reduce((sum, { kb }) => sum + kb, 0);
  for (const { file, kb } of sizes.slice(0, LISTED)) console.log(`${kb.toFixed(1).padStart(7)} kB ${file}`);
  console.log(
    `${total.toFixed(1).padStart(7)} kB in ${sizes.length} files for the ${name}, of ${budgetKb} kB`,
  );
  return total <= budgetKb && unknown.length === 0;
}

if (!PAGES.map(reportPage).every(Boolean)) process.exitCode = 1;
