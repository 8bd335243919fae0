import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { STYLE_ID, tokenCss } from './runtime/kit/theme/cssVariables.ts';

/** Writes the theme's variables into the page: colours are there before the first script. */
function themeStyle(): Plugin {
  return {
    name: 'wattdeck-theme',
    transformIndexHtml: () => [
      { tag: 'style', attrs: { id: STYLE_ID }, children: tokenCss(), injectTo: 'head-prepend' },
    ],
  };
}

/** The modules that each kind of page begins with. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  login: ['pages/login/Login.tsx'],
  shell: [
    'runtime/shell/frame/Shell.tsx',
    'runtime/shell/definitions/appliedDefinitions.ts',
    'runtime/core/definitions/operations.ts',
  ],
  list: ['runtime/list/screen/ListPage.tsx'],
  record: ['runtime/record/screen/RecordPage.tsx', 'runtime/record/dialog/RecordDialog.tsx'],
  board: ['runtime/board/screen/BoardPage.tsx'],
};

/** Larger files are fetched when somebody needs them: charts, films, PDF. Those of kinds of pages always come. */
const KEPT_BYTES = 500_000;
const isOfKinds = (name: string): boolean => name.split('-').every((kind) => kind in KINDS);

/** The service worker knows the programs of its version, so that all pages open without network. */
function serviceWorker(): Plugin {
  return {
    name: 'wattdeck-service-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const files = Object.values(bundle)
        .filter((one) => /^assets\/.*\.(js|css)$/.test(one.fileName))
        .filter((one) =>
          one.type === 'chunk'
            ? one.code.length <= KEPT_BYTES || isOfKinds(one.name)
            : one.source.length <= KEPT_BYTES,
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

/** Libraries lead from one file to all of their parts: what a page takes of them, only the bundler knows. */
const isOurs = (id: string): boolean => !id.includes('node_modules');

/** Puts what the same kinds of pages need into one file: as a hundred small ones a page takes longer to come. */
function kindChunks() {
  const kindsOf = new Map<string, string[]>();
  const plugin: Plugin = {
    name: 'wattdeck-kind-chunks',
    buildEnd() {
      for (const [kind, roots] of Object.entries(KINDS)) {
        const waiting = roots.map((root) => resolve(root));
        for (let id = waiting.pop(); id; id = waiting.pop()) {
          const kinds = kindsOf.get(id) ?? [];
          if (!isOurs(id) || kinds.includes(kind)) continue;
          kindsOf.set(id, [...kinds, kind]);
          waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []));
        }
      }
    },
  };
  function name(id: string): string | null {
    const kinds = kindsOf.get(id) ?? [];
    // The login page comes alone, and the shell before every other.
    if (kinds.join() === 'login') return null;
    const first = kinds.filter((kind) => kind === 'login' || kind === 'shell');
    return (kinds.includes('shell') ? first : kinds).join('-') || null;
  }
  return { plugin, group: { name, debugName: 'kinds of pages', includeDependenciesRecursively: false } };
}

/** So many of the parts that are loaded apart share a part of a library that nearly every page has it. */
const OFTEN = 66;

const kinds = kindChunks();

export default defineConfig({
  plugins: [react(), themeStyle(), serviceWorker(), kinds.plugin],
  publicDir: 'runtime/shell/public',
  build: {
    target: 'es2023',
    outDir: 'dist',
    // Every browser that runs the rest knows how to load modules ahead.
    modulePreload: { polyfill: false },
    // Source maps would hand out more than a customer asked for; errors carry enough.
    sourcemap: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        // The parts that the first page needs anyway come as one file instead of forty.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'] },
            kinds.group,
            {
              name: 'packages',
              test: /node_modules/,
              minShareCount: OFTEN,
              includeDependenciesRecursively: false,
            },
          ],
        },
        // Or modules of that file would run before what they import.
        strictExecutionOrder: true,
      },
    },
  },
});
