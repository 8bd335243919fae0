/** Leaves out of the build what libraries bring along and no page uses: every page would be fetched with it. */
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';

interface Wanted {
  /** The module that is imported. */
  source: string;
  /** The end of the names of the modules that import it. */
  by: string;
  /** The module that they get. */
  instead: string;
}

function readWanted(): Wanted[] {
  const load = createRequire(import.meta.url);
  const form = dirname(load.resolve('@rc-component/form', { paths: [load.resolve('antd')] }));
  return [
    // Texts of definitions are plain.
    {
      source: 'markdown-to-jsx/react',
      by: '.js',
      instead: resolve(import.meta.dirname, '../../runtime/form/skin/plainText.tsx'),
    },
    // All of antd asks for the context of a form, and gets the whole program for forms, which only few pages draw.
    {
      source: '@rc-component/form',
      by: '/antd/es/form/context.js',
      instead: resolve(form, '../es/FormContext.js'),
    },
  ];
}

export function leftOut(): Plugin {
  let wanted: Wanted[] = [];
  return {
    name: 'wattdeck-left-out',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      wanted = readWanted();
    },
    resolveId(source, importer) {
      return wanted.find((one) => one.source === source && importer?.endsWith(one.by))?.instead;
    },
  };
}
