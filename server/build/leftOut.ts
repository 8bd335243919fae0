/** Leaves out of the build the code that pages would load and do not need. */
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { NAMED } from './namedParts.ts';

interface Replacement {
  /** The module that is imported. */
  source: string;
  /** The path suffix of the importing modules. */
  by: string;
  /** The module that is used instead. */
  instead: string;
}

function readReplacements(): Replacement[] {
  const load = createRequire(import.meta.url);
  const form = dirname(load.resolve('@rc-component/form', { paths: [load.resolve('antd')] }));
  const picker = dirname(load.resolve('@rc-component/color-picker', { paths: [load.resolve('antd')] }));
  return [
    // Texts of definitions are plain, without Markdown.
    {
      source: 'markdown-to-jsx/react',
      by: '.js',
      instead: resolve(import.meta.dirname, '../../runtime/form/skin/plainText.tsx'),
    },
    // Each list loads the definition of its own entity, so that pages do not grow with the number of entities.
    {
      source: '../../../generated/entities.ts',
      by: '/runtime/core/definitions/entities.ts',
      instead: resolve(import.meta.dirname, '../../runtime/core/definitions/firstDefinitions.ts'),
    },
    {
      source: '../../../generated/dictionaries.ts',
      by: '/runtime/core/definitions/dictionaries.ts',
      instead: resolve(import.meta.dirname, `../../generated/dictionaries.ts${NAMED}`),
    },
    ...['statistics', 'documents'].map((kind) => ({
      source: `../../../generated/${kind}.ts`,
      by: `/runtime/core/definitions/${kind}.ts`,
      instead: resolve(import.meta.dirname, '../../runtime/core/definitions/firstDefinitions.ts'),
    })),
    {
      source: './entityFiles.ts',
      by: '/runtime/kit/api/loadEntity.ts',
      instead: resolve(import.meta.dirname, '../../runtime/kit/api/builtEntityFiles.ts'),
    },
    {
      source: '../../../generated/callPlaces.ts',
      by: '/runtime/core/definitions/operations.ts',
      instead: resolve(import.meta.dirname, `../../generated/corePlaces.ts${NAMED}`),
    },
    // The router contains code for server rendering and metrics, which pages would load but do not use.
    ...['/dom/lib.js', '/components.js'].map((by) => ({
      source: by === '/dom/lib.js' ? './ssr/components.js' : './dom/ssr/components.js',
      by: `/react-router/dist/production/lib${by}`,
      instead: resolve(import.meta.dirname, '../../runtime/shell/app/routerServer.ts'),
    })),
    {
      source: './instrumentation.js',
      by: '/react-router/dist/production/lib/router/router.js',
      instead: resolve(import.meta.dirname, '../../runtime/shell/app/routerMeter.ts'),
    },
    // `antdSheets` already writes the styles of icons.
    {
      source: './style',
      by: '/antd/es/config-provider/index.js',
      instead: resolve(import.meta.dirname, '../../runtime/kit/theme/noIconStyle.ts'),
    },
    {
      source: '../tooltip/UniqueProvider',
      by: '/antd/es/config-provider/index.js',
      instead: resolve(import.meta.dirname, '../../runtime/kit/theme/noUniqueTips.ts'),
    },
    // Every antd component imports the form context, which would load the whole code of forms. Few pages use forms.
    {
      source: '@rc-component/form',
      by: '/antd/es/form/context.js',
      instead: resolve(form, '../es/FormContext.js'),
    },
    // Buttons and tooltips import functions for colours, which would load the colour picker.
    {
      source: '../../color-picker/components/ColorPresets',
      by: '/antd/es/button/style/token.js',
      instead: resolve(import.meta.dirname, '../../runtime/kit/theme/isBright.ts'),
    },
    ...['color', 'util'].map((name) => ({
      source: '@rc-component/color-picker',
      by: `/antd/es/color-picker/${name}.js`,
      instead: resolve(picker, '../es/color.js'),
    })),
  ];
}

export function leftOut(): Plugin {
  let replacements: Replacement[] = [];
  return {
    name: 'wattdeck-left-out',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      replacements = readReplacements();
    },
    resolveId(source, importer) {
      return replacements.find((one) => one.source === source && importer?.endsWith(one.by))?.instead;
    },
  };
}
