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

export default defineConfig({
  plugins: [react(), themeStyle()],
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
