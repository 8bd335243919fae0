import { readFileSync } from 'node:fs';
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

/** Larger files are fetched when somebody needs them: charts, films, PDF. */
const KEPT_BYTES = 500_000;

/** The service worker knows the programs of its version, so that all pages open without network. */
function serviceWorker(): Plugin {
  return {
    name: 'wattdeck-service-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const files = Object.values(bundle)
        .filter((one) => /^assets\/.*\.(js|css)$/.test(one.fileName))
        .filter((one) => (one.type === 'chunk' ? one.code : one.source).length <= KEPT_BYTES)
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

export default defineConfig({
  plugins: [react(), themeStyle(), serviceWorker()],
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
        codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] },
        // Or modules of that file would run before what they import.
        strictExecutionOrder: true,
      },
    },
  },
});
