import { jsonText } from '../../runtime/core/text/jsonText.ts';
import { type Entity, typeName } from '../definition/definition.ts';
import { snake } from './tables.ts';

export type ScaffoldKind = 'entity' | 'page' | 'widget' | 'call';

/** `batteryRack` → `Battery rack`: a first English title; the Chinese one is the author's to write. */
const words = (name: string): string => {
  const spaced = snake(name).replaceAll('_', ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};
const text = (name: string): { zh: string; en: string } => ({ zh: words(name), en: words(name) });

/** Returns the files of a new definition, by path from the root. */
export function scaffold(kind: ScaffoldKind, name: string): Record<string, string> {
  switch (kind) {
    case 'entity':
      return {
        [`schemas/entities/custom/${name}.json`]: jsonText(entity(name)),
      };
    case 'page':
      return {
        [`schemas/pages/custom/${name}.json`]: jsonText(customPage(name)),
        [`pages/custom/${typeName(name)}.tsx`]: pageComponent(name),
      };
    case 'widget':
      return {
        [`schemas/widgets/${name}.json`]: jsonText(widget(name)),
        [`widgets/${name}/index.ts`]: widgetModule(name),
        [`widgets/${name}/${typeName(name)}.tsx`]: widgetComponent(name),
      };
    case 'call':
      return {
        [`openapi/${name}.yaml`]: callDescription(name),
        [`server/calls/${name}.ts`]: callHandler(name),
      };
  }
}

const entity = (name: string): object => ({
  $schema: '../../meta/entity.schema.json',
  name,
  title: text(name),
  label: 'name',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: { zh: '名称', en: 'Name' }, minLength: 1, maxLength: 100 },
      remark: {
        type: 'string',
        title: { zh: '备注', en: 'Remark' },
        maxLength: 500,
        'x-control': 'textarea',
      },
    },
    required: ['name'],
  },
  list: {
    columns: ['name', 'remark', 'updatedAt'],
    search: ['name', 'remark'],
    sort: [{ field: 'updatedAt', order: 'desc' }],
  },
  unique: [['name']],
  api: { base: `/manager/${name}` },
  page: { menu: { group: 'appliance', order: 900, icon: 'table' } },
});

/** Returns a list page in its own file. It is for an entity that is listed more than once, or only on another page. */
export const listPage = (name: string): object => ({
  $schema: '../../meta/page.schema.json',
  name: `${typeName(name)}List`,
  route: `/main/custom/${name}`,
  title: text(name),
  kind: 'list',
  entity: name,
  permission: `${name}:list`,
  menu: { group: 'appliance', order: 900, icon: 'table' },
  flags: { keepAlive: true },
});

type Listed = Pick<Entity, 'name' | 'title' | 'list'>;

/** Returns a document with the fields that the list shows of a record. */
export const recordDocument = (name: string, { name: of, title, list }: Listed) => ({
  $schema: '../meta/document.schema.json',
  name,
  title,
  of,
  sections: [{ fields: list.columns }],
});

/** Returns a statistic of the number of records by the month of their creation. */
export const recordStatistic = (name: string, { name: of, title }: Listed) => ({
  $schema: '../meta/statistic.schema.json',
  name,
  title,
  of,
  dimensions: [{ name: 'month', title: { zh: '月份', en: 'Month' }, field: 'createdAt', step: 'month' }],
  figures: [{ name: 'records', do: 'count', title: { zh: '记录数', en: 'Records' } }],
  by: ['month'],
});

/** Returns a dictionary with one entry. */
export const firstDictionary = (name: string) => ({
  $schema: '../meta/dictionary.schema.json',
  name,
  title: text(name),
  entries: [{ value: 'first', title: { zh: '选项一', en: 'First' } }],
});

/** Returns a call that lists records by page. */
export const listCall = (name: string, { name: entity, title }: Listed) => ({
  $schema: '../meta/call.schema.json',
  name,
  title,
  method: 'get',
  path: `/manager/${name}`,
  action: { entity, do: 'list' },
});

const customPage = (name: string): object => ({
  $schema: '../../meta/page.schema.json',
  name: typeName(name),
  route: `/main/custom/${name}`,
  title: text(name),
  kind: 'custom',
  menu: { group: 'appliance', order: 900, icon: 'table' },
});

const pageComponent = (
  name: string,
): string => `import type { PageDefinition } from '../../generated/definition.ts';
import { useText } from '../../runtime/kit/i18n/index.ts';

/** ${words(name)}. */
export default function ${typeName(name)}({ page }: { page: PageDefinition }) {
  const text = useText();
  return <h1>{text(page.title)}</h1>;
}
`;

const widget = (name: string): object => ({
  $schema: '../meta/widget.schema.json',
  type: name,
  version: 1,
  title: text(name),
  description: text(name),
  words: { zh: [words(name)], en: [words(name)] },
  group: 'figure',
  icon: 'dashboard',
  size: { w: 6, h: 4, minW: 3, minH: 2 },
  config: {
    type: 'object',
    properties: {
      name: { type: 'string', title: { zh: '名称', en: 'Name' }, maxLength: 50, default: words(name) },
      icon: { type: 'string', title: { zh: '图标', en: 'Icon' }, format: 'icon', maxLength: 60 },
    },
  },
});

const widgetModule = (
  name: string,
): string => `import type { ${typeName(name)}Config } from '../../generated/types.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { ${typeName(name)} } from './${typeName(name)}.tsx';

export default {
  type: '${name}',
  Component: ${typeName(name)},
  needs: () => [{ kind: 'stationDetails' }],
  migrations: {},
  sample: () => ({
    config: { name: '${words(name)}' },
    results: [{ key: 'sample', ok: true, data: { sn: 'ST-01', name: '${words(name)}' } }],
  }),
} satisfies WidgetModule<${typeName(name)}Config>;
`;

const widgetComponent = (
  name: string,
): string => `import type { ${typeName(name)}Config } from '../../generated/types.ts';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';

/** ${words(name)}: shows the selected station until you show more. */
export function ${typeName(name)}({ context }: WidgetProps<${typeName(name)}Config>) {
  return <p>{context.stationSn}</p>;
}
`;

const callDescription = (name: string): string => `paths:
  /manager/${name}:
    get:
      operationId: ${name}
      summary: ${words(name)}
      x-session: true
      x-data:
        type: object
        properties:
          userId: { type: integer }
        required: [userId]
`;

const callHandler = (name: string): string => `import type { Calls } from '../../generated/calls.ts';
import type { HandlerContext } from '../engine/context.ts';

export const ${name}Calls = {
  /** ${words(name)}: returns the caller until you return more. */
  async ${name}(_input, ctx) {
    return { userId: ctx.session.userId };
  },
} satisfies Partial<Calls<HandlerContext>>;
`;

/**
 * Returns the registry of calls with one more domain. Its import is sorted by name, its spread is at the end of the
 * object.
 */
export function addCall(index: string, name: string): string {
  const imports = [...index.matchAll(/^import .* from '(.*)';\n/gm)];
  const next = imports.find(([, from = '']) => from.startsWith('./') && from > `./${name}.ts`);
  const last = imports.at(-1);
  const end = next?.index ?? (last ? last.index + last[0].length : 0);
  const close = index.lastIndexOf('}');
  return `${index.slice(0, end)}import { ${name}Calls } from './${name}.ts';\n${index.slice(end, close)}  ...${name}Calls,\n${index.slice(close)}`;
}
