import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin, type Rolldown } from 'vite';
import { antdTheme } from './runtime/kit/theme/antdTheme.ts';
import { STYLE_ID, tokenCss } from './runtime/kit/theme/cssVariables.ts';
import { tokens } from './runtime/kit/theme/tokens.ts';
import { antdSheets } from './server/build/antdSheets.ts';
import { leftOut } from './server/build/leftOut.ts';
import { namedParts } from './server/build/namedParts.ts';

/** Writes the theme's variables into the page, so that colours exist before the first script. */
function themeStyle(): Plugin {
  return {
    name: 'wattdeck-theme',
    transformIndexHtml: () => [
      { tag: 'style', attrs: { id: STYLE_ID }, children: tokenCss(), injectTo: 'head-prepend' },
    ],
  };
}

/** These files are loaded first. The frame is loaded before any page, widget or dialog. */
const FIRST = /\/(?:start|rolldown-runtime)-/;
const FRAME = /\/(?:shell|login-shell)-/;
const BEFORE_FRAME = /\/(?:Login|Shell|operations|appliedDefinitions|loadEntity)-/;

/** Removes the files that are already loaded from the needs of a file. The start lists the needs of every file. */
function leaveOutHere(file: string, needed: string[]): string[] {
  const isHere = (one: string) => FIRST.test(one) || (!BEFORE_FRAME.test(file) && FRAME.test(one));
  return needed.filter((one) => !isHere(one));
}

/** Decides which modules exist. Every browser that runs them can preload modules. */
const BUILD = {
  target: 'es2023',
  modulePreload: { polyfill: false, resolveDependencies: leaveOutHere },
} as const;
/** Without this, modules of a shared file would run before their imports. */
const ORDERED = { strictExecutionOrder: true } as const;

const sheets = antdSheets(antdTheme(tokens.default, true, false));

/** The entry modules of each kind of page. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  login: ['pages/login/Login.tsx'],
  shell: [
    'runtime/shell/frame/Shell.tsx',
    'pages/extras.ts',
    'runtime/shell/definitions/appliedDefinitions.ts',
    'runtime/core/definitions/operations.ts',
  ],
  list: ['runtime/list/screen/ListPage.tsx'],
  definitions: ['runtime/core/definitions/allEntities.ts'],
  form: ['runtime/form/screen/FormDialog.tsx'],
  record: ['runtime/record/screen/RecordPage.tsx', 'runtime/record/dialog/RecordDialog.tsx'],
  board: ['runtime/board/screen/BoardPage.tsx'],
  texts: globSync('runtime/kit/i18n/{*/pack,library}.ts'),
  figures: globSync('widgets/record*/index.ts'),
  widgets: globSync('widgets/*/index.ts', { exclude: ['widgets/record*'] }),
};
/** Kinds of which a board shows some. Modules that only few of a kind need are separate from those of most. */
const PARTLY = ['figures', 'widgets'];
const FEW = 'few';
/** Part of a kind up to which those that need a module are few. */
const FEW_PART = 1 / 3;
const KIND_NAMES = new Set([...Object.keys(KINDS), ...PARTLY.map((kind) => `${FEW}${kind}`)]);
/** Modules of these kinds are loaded one by one. Only modules that other kinds need as well share a file. */
const ALONE = new Set(['login', 'texts', ...PARTLY, ...PARTLY.map((kind) => `${FEW}${kind}`)]);

/** Larger files are fetched on first use: charts, films, PDF. Files of the kinds of pages are always fetched. */
const CACHE_BYTES = 500_000;
const isOfKinds = (name: string): boolean => name.split('-').every((kind) => KIND_NAMES.has(kind));

/** Gives the service worker the programs of its version, so that all pages open without network. */
function serviceWorker(): Plugin {
  return {
    name: 'wattdeck-service-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const files = Object.values(bundle)
        .filter((one) => /^assets\/.*\.(js|css)$/.test(one.fileName))
        .filter((one) =>
          one.type === 'chunk'
            ? one.code.length <= CACHE_BYTES || isOfKinds(one.name)
            : one.source.length <= CACHE_BYTES,
        )
        .map((one) => `/${one.fileName}`)
        .sort();
      const source = readFileSync('runtime/shell/offline/serviceWorker.js', 'utf8');
      this.emitFile({
        type: 'asset',
        fileName: 'serviceWorker.js',
        source: source.replace('const FILES = [];', `const FILES = ${JSON.stringify(files)};`),
      });
    },
  };
}

/** Returns all modules that the chunk of an entry module loads at once, including its own. */
function modulesOf(chunks: ReadonlyMap<string, Rolldown.OutputChunk>, root: string): Set<string> {
  const modules = new Set<string>();
  const seen = new Set<string>();
  const waiting = [...chunks.values()]
    .filter(({ facadeModuleId }) => facadeModuleId === resolve(root))
    .map(({ fileName }) => fileName);
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    const chunk = chunks.get(name);
    if (!chunk || seen.has(name)) continue;
    seen.add(name);
    for (const id of chunk.moduleIds) modules.add(id);
    waiting.push(...chunk.imports);
  }
  return modules;
}

/** Finds the kinds of pages that need each module. Only a whole build shows which parts of their libraries they use. */
async function findKinds(): Promise<Map<string, string[]>> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [react(), leftOut(), namedParts(), sheets],
    build: { ...BUILD, write: false, minify: false, rolldownOptions: { output: ORDERED } },
  })) as Rolldown.RolldownOutput;
  const chunks = new Map(
    output.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one] as const] : [])),
  );
  const kindsOf = new Map<string, string[]>();
  for (const [kind, roots] of Object.entries(KINDS)) {
    const counts = new Map<string, number>();
    for (const root of roots)
      for (const id of modulesOf(chunks, root)) counts.set(id, (counts.get(id) ?? 0) + 1);
    for (const [id, count] of counts) {
      const isFew = PARTLY.includes(kind) && count <= roots.length * FEW_PART;
      kindsOf.set(id, [...(kindsOf.get(id) ?? []), isFew ? `${FEW}${kind}` : kind]);
    }
  }
  return kindsOf;
}

/** Puts modules of the same kinds of pages into one file. A page with a hundred small files loads more slowly. */
function kindChunks() {
  let kindsOf = new Map<string, string[]>();
  const plugin: Plugin = {
    name: 'wattdeck-kind-chunks',
    apply: 'build',
    async buildStart() {
      kindsOf = await findKinds();
    },
  };
  function name(id: string): string | null {
    const kinds = kindsOf.get(id) ?? [];
    if (kinds.length === 1 && ALONE.has(kinds[0]!)) return null;
    // The shell is loaded before every page except the login.
    const first = kinds.filter((kind) => kind === 'login' || kind === 'shell');
    return (kinds.includes('shell') ? first : kinds).join('-') || null;
  }
  return { plugin, group: { name, debugName: 'kinds of pages', includeDependenciesRecursively: false } };
}

const kinds = kindChunks();

export default defineConfig({
  plugins: [react(), leftOut(), namedParts(), themeStyle(), sheets, serviceWorker(), kinds.plugin],
  publicDir: 'runtime/shell/public',
  build: {
    ...BUILD,
    outDir: 'dist',
    // Source maps would give away more than a customer needs. Errors contain enough.
    sourcemap: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        // The parts that the first page always needs come as one file instead of forty.
        codeSplitting: {
          groups: [{ name: 'start', tags: ['$initial'] }, kinds.group],
        },
        ...ORDERED,
      },
    },
  },
});
