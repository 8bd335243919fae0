import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Definitions, typeName } from '../definition/definition.ts';
import { FORMAT_NAMES } from '../fieldTypes.ts';

const STATES = ['loading', 'data', 'empty', 'failed'] as const;
const THEMES = ['default', 'dark'] as const;
const LANGS = ['zh', 'en'] as const;

type Look = [theme: (typeof THEMES)[number], lang: (typeof LANGS)[number]];
const PLAIN: Look = ['default', 'zh'];
const OTHER: Look = ['dark', 'en'];
const ALL = THEMES.flatMap((theme) => LANGS.map((lang): Look => [theme, lang]));

/** Looks of each state. Loading and failed stories look the same in all themes, so that one is enough. */
const LOOKS: Record<(typeof STATES)[number], Look[]> = {
  loading: [PLAIN],
  data: ALL,
  empty: [PLAIN, OTHER],
  failed: [PLAIN],
};

/** Returns every state in its looks, as named exports that Storybook indexes. */
function storyExports(call: (state: string, theme: string, lang: string) => string): string[] {
  return STATES.flatMap((state) =>
    LOOKS[state].map(
      ([theme, lang]) =>
        `export const ${typeName(state)}${typeName(theme)}${typeName(lang)} = ${call(state, theme, lang)};`,
    ),
  );
}

/**
 * Returns the stories of a control. Only its colours and its words differ, so each state appears once in each theme and
 * once in each language.
 */
function controlExports(control: string): string[] {
  return STATES.flatMap((state) =>
    THEMES.map((theme, index) => {
      const lang = LANGS[index]!;
      const name = `${typeName(control)}${typeName(state)}${typeName(theme)}${typeName(lang)}`;
      return `export const ${name} = fieldStory('${control}', '${state}', '${theme}', '${lang}');`;
    }),
  );
}

/** Returns a form with a record, in both themes and languages. */
const formExports = (kind: 'entity' | 'widget', name: string): string[] => [
  `export const ${typeName(name)} = formStory('${kind}/${name}', 'data', 'default', 'zh');`,
  `export const ${typeName(name)}Dark = formStory('${kind}/${name}', 'data', 'dark', 'en');`,
];

/** Returns the page of a record that is a hub, in both themes and languages. */
const recordExports = (name: string): string[] => [
  `export const ${typeName(name)} = recordStory('${name}', 'default', 'zh');`,
  `export const ${typeName(name)}Dark = recordStory('${name}', 'dark', 'en');`,
];

/** Returns a list with rows, in both themes and languages. Loading and failed lists look the same for every entity. */
function listExports(name: string, first: boolean): string[] {
  const story = (state: string, theme: string, lang: string) =>
    `export const ${typeName(name)}${typeName(state)} = listStory('${name}', '${state}', '${theme}', '${lang}');`;
  const states = first ? STATES : ['data'];
  return [...states.map((state) => story(state, 'default', 'zh')), story('many', 'dark', 'en')];
}

/** Returns the other displays of a list, each in only one theme and one language. Themes and languages alternate. */
const displayExports = ({ name, list }: Definitions['entities'][number]['value']): string[] =>
  (list.displays ?? []).map(({ as }, at) => {
    const [theme, lang] = at % 2 === 0 ? OTHER : PLAIN;
    return `export const ${typeName(name)}${typeName(as)} = listStory('${name}', 'data', '${theme}', '${lang}', '${as}');`;
  });

const file = (lines: string[]): string => `${lines.join('\n')}\n`;

/**
 * Returns the stories of every widget type, form, list, hub record page, and kind of form control. Stories of one
 * generic component share a file, because every test file loads the whole runtime again.
 */
export function storyFiles(definitions: Definitions, controls: readonly string[]): Record<string, string> {
  const files: Record<string, string> = {};
  for (const { value } of definitions.widgets) {
    files[`stories/widgets/${value.type}.stories.tsx`] = file([
      `import widget from '../../../widgets/${value.type}/index.ts';`,
      "import { widgetStory } from '../../../stories/widgetStory.tsx';",
      '',
      `export default { title: 'Widgets/${value.type}' };`,
      ...storyExports((state, theme, lang) => `widgetStory(widget, '${state}', '${theme}', '${lang}')`),
    ]);
  }
  const shared = (name: string, title: string, story: string, source: string, exports: string[]): void => {
    files[`stories/${name}.stories.tsx`] = file([
      `import { ${story} } from '../../stories/${source}';`,
      '',
      `export default { title: '${title}' };`,
      ...exports,
    ]);
  };
  const forms = {
    entity: definitions.entities.filter(({ value }) => hasForm(value)).map(({ value }) => value.name),
    widget: definitions.widgets.map(({ value }) => value.type),
  };
  for (const kind of ['entity', 'widget'] as const)
    shared(
      `${kind}Forms`,
      `${typeName(kind)} forms`,
      'formStory',
      'formStory.tsx',
      forms[kind].flatMap((name) => formExports(kind, name)),
    );
  const lists = definitions.entities.flatMap(({ value }, index) => [
    ...listExports(value.name, index === 0),
    ...displayExports(value),
  ]);
  shared('lists', 'Lists', 'listStory', 'listStory.tsx', lists);
  const hubs = definitions.entities.flatMap(({ value }) => (value.detail ? [value.name] : []));
  if (hubs.length > 0)
    shared('records', 'Record pages', 'recordStory', 'recordStory.tsx', hubs.flatMap(recordExports));
  shared('fields', 'Fields', 'fieldStory', 'formStory.tsx', controls.flatMap(controlExports));
  return files;
}

/** Returns whether the entity has a form. It has none if all its fields belong to the server. */
function hasForm(entity: Definitions['entities'][number]['value']): boolean {
  return Object.values(entity.schema.properties ?? {}).some((field) => !field.readOnly);
}

/** Returns every kind of form control: those that a field may name, those of its formats, and those of its types. */
export function controlNames(root: string): string[] {
  const meta = JSON.parse(readFileSync(join(root, 'schemas/meta/field.schema.json'), 'utf8')) as FieldMeta;
  const named = meta.properties['x-control'].enum.filter((name) => name !== 'hidden');
  return [...new Set([...TYPE_CONTROLS, ...FORMAT_NAMES, ...named])];
}

const TYPE_CONTROLS = [
  'text',
  'number',
  'integer',
  'boolean',
  'select',
  'dateRange',
  'array',
  'object',
  'files',
];

interface FieldMeta {
  properties: { 'x-control': { enum: string[] } };
}
