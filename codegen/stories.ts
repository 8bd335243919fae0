import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Definitions, typeName } from './definition.ts';

const STATES = ['loading', 'data', 'empty', 'failed'] as const;
const THEMES = ['default', 'dark'] as const;
const LANGS = ['zh', 'en'] as const;

type Look = [theme: (typeof THEMES)[number], lang: (typeof LANGS)[number]];
const PLAIN: Look = ['default', 'zh'];
const OTHER: Look = ['dark', 'en'];
const ALL = THEMES.flatMap((theme) => LANGS.map((lang): Look => [theme, lang]));

/** What waits or failed looks alike whatever it is, so once is enough. */
const LOOKS: Record<(typeof STATES)[number], Look[]> = {
  loading: [PLAIN],
  data: ALL,
  empty: [PLAIN, OTHER],
  failed: [PLAIN],
};

/** Every state in its looks, as named exports that Storybook indexes. */
function storyExports(call: (state: string, theme: string, lang: string) => string): string[] {
  return STATES.flatMap((state) =>
    LOOKS[state].map(
      ([theme, lang]) =>
        `export const ${typeName(state)}${typeName(theme)}${typeName(lang)} = ${call(state, theme, lang)};`,
    ),
  );
}

/** A control looks after its colours and its words alone: each state once in each theme and once in each language. */
function controlExports(control: string): string[] {
  return STATES.flatMap((state) =>
    THEMES.map((theme, index) => {
      const lang = LANGS[index]!;
      const name = `${typeName(state)}${typeName(theme)}${typeName(lang)}`;
      return `export const ${name} = fieldStory('${control}', '${state}', '${theme}', '${lang}');`;
    }),
  );
}

/** A list with rows, in both themes and languages; one that waits or failed looks alike whatever it lists. */
function listExports(name: string, first: boolean): string[] {
  const story = (state: string, theme: string, lang: string) =>
    `export const ${typeName(state)} = listStory('${name}', '${state}', '${theme}', '${lang}');`;
  const states = first ? STATES : ['data'];
  return [...states.map((state) => story(state, 'default', 'zh')), story('many', 'dark', 'en')];
}

const file = (lines: string[]): string => `${lines.join('\n')}\n`;

/** The stories of every widget type, every form, and every kind of form control. */
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
  for (const form of formNames(definitions)) {
    files[`stories/forms/${form.replace('/', '-')}.stories.tsx`] = file([
      "import { formStory } from '../../../stories/formStory.tsx';",
      '',
      `export default { title: 'Forms/${form.replace('/', ' ')}' };`,
      `export const DataDefaultZh = formStory('${form}', 'data', 'default', 'zh');`,
      `export const DataDarkEn = formStory('${form}', 'data', 'dark', 'en');`,
    ]);
  }
  for (const [index, { value }] of definitions.entities.entries()) {
    files[`stories/lists/${value.name}.stories.tsx`] = file([
      "import { listStory } from '../../../stories/listStory.tsx';",
      '',
      `export default { title: 'Lists/${value.name}' };`,
      ...listExports(value.name, index === 0),
    ]);
  }
  for (const control of controls) {
    files[`stories/fields/${control}.stories.tsx`] = file([
      "import { fieldStory } from '../../../stories/formStory.tsx';",
      '',
      `export default { title: 'Fields/${control}' };`,
      ...controlExports(control),
    ]);
  }
  return files;
}

/** An entity whose fields all belong to the server has no form. */
function hasForm(entity: Definitions['entities'][number]['value']): boolean {
  return Object.values(entity.schema.properties ?? {}).some((field) => !field.readOnly);
}

function formNames(definitions: Definitions): string[] {
  return [
    ...definitions.entities.filter(({ value }) => hasForm(value)).map(({ value }) => `entity/${value.name}`),
    ...definitions.widgets.map(({ value }) => `widget/${value.type}`),
  ];
}

/** Every kind of form control: what a field may name, its formats, and what its type alone leads to. */
export function controlNames(root: string): string[] {
  const meta = JSON.parse(readFileSync(join(root, 'schemas/meta/field.schema.json'), 'utf8')) as FieldMeta;
  const named = meta.properties['x-control'].enum.filter((name) => name !== 'hidden');
  return [...new Set([...TYPE_CONTROLS, ...meta.properties.format.enum, ...named])];
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
  properties: { format: { enum: string[] }; 'x-control': { enum: string[] } };
}
