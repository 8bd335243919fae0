import standaloneModule from 'ajv/dist/standalone/index.js';
import { isMultipleOf } from '../../runtime/core/numbers/multipleOf.ts';
import { createAjv } from '../../runtime/core/rules/validation.ts';
import type { Definitions } from '../definition/definition.ts';
import { FORMATS } from '../fieldTypes.ts';
import { createMemo } from '../readCached.ts';
import { type Dictionaries, type PureSchema, pureSchema } from './pure.ts';

type Standalone = typeof import('ajv/dist/standalone/index.js').default;
// The package is CommonJS: under ESM its default export is the module itself.
const standaloneCode = ((standaloneModule as unknown as { default?: Standalone }).default ??
  standaloneModule) as Standalone;

/** The validators need this at run time, in place of Ajv's CommonJS helpers. */
const SUPPORT = `const ucs2length = (text) => [...text].length;
const equal = (a, b) => JSON.stringify(a) === JSON.stringify(b);
${isMultipleOf}
`;

const DECLARATION = `import type { ValidatorFunctions } from '@rjsf/validator-ajv8';
declare const validators: ValidatorFunctions;
export default validators;
`;

const codeOf = createMemo<string>();

/**
 * Returns Ajv's validators as plain modules, one for each form. The browser's Content-Security-Policy forbids compiling
 * them there. Each module exports a map from the schema's $id to its function, as RJSF's precompiled validator
 * requires.
 */
export function validatorFiles(
  definitions: Pick<Definitions, 'entities' | 'widgets'>,
  dictionaries: Dictionaries,
): Record<string, string> {
  const forms: [string, string, PureSchema][] = [
    ...definitions.entities.map(({ value }): [string, string, PureSchema] => [
      `entity/${value.name}`,
      `entity_${value.name}`,
      pureSchema(value.schema, dictionaries),
    ]),
    ...definitions.widgets.map(({ value }): [string, string, PureSchema] => [
      `widget/${value.type}`,
      `widget_${value.type}`,
      pureSchema(value.config, dictionaries),
    ]),
  ];
  const files: Record<string, string> = {
    'validators/support.js': `${SUPPORT}export { equal, isMultipleOf, ucs2length };\n`,
  };
  for (const [, id, schema] of forms) {
    files[`validators/${id}.js`] =
      `import { equal, isMultipleOf, ucs2length } from './support.js';\n${codeOf(id, JSON.stringify(schema), () => moduleCode(id, schema))}`;
    files[`validators/${id}.d.ts`] = DECLARATION;
  }
  files['validators/index.ts'] = [
    "import type { ValidatorFunctions } from '@rjsf/validator-ajv8';",
    'export type ValidatorModule = { default: ValidatorFunctions };',
    `export type FormName = ${forms.map(([name]) => `'${name}'`).join(' | ') || 'never'};`,
    'export const validators: Record<FormName, () => Promise<ValidatorModule>> = {',
    ...forms.map(([name, id]) => `  '${name}': () => import('./${id}.js'),`),
    '};',
    '',
  ].join('\n');
  return files;
}

/** Returns the same validator as one module without imports, for a form that was defined after the build. */
export const validatorModule = (id: string, schema: PureSchema): string => SUPPORT + moduleCode(id, schema);

function moduleCode(id: string, schema: PureSchema): string {
  const ajv = createAjv({
    allErrors: true,
    formats: FORMATS,
    code: {
      source: true,
      esm: true,
      // The bundler drops unused functions. This one is never called here, and only its text is used.
      optimize: false,
      process: () => 'return () => true',
    },
    // The definitions were already checked. Compiling the meta schema for each form would take most of the time.
    meta: false,
    validateSchema: false,
  });
  ajv.addSchema({ $id: id, ...schema }, id);
  const code = standaloneCode(ajv, { [id]: id })
    .replaceAll(
      /const (\w+) = require\("ajv\/dist\/runtime\/ucs2length"\)\.default;?/g,
      'const $1 = ucs2length;',
    )
    .replaceAll(/const (\w+) = require\("ajv\/dist\/runtime\/equal"\)\.default;?/g, 'const $1 = equal;');
  if (code.includes('require('))
    throw new Error(`the validator of ${id} needs a helper that generated/validators/support.js lacks`);
  return `${code}\nexport default { ${id} };\n`;
}
