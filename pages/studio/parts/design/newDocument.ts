/** Makes new documents: a record, one with lines, or a copy of another. */
import '../../../../runtime/core/definitions/allEntities.ts';
import type {
  EntityDefinition,
  PageDefinition,
  StatisticDefinition,
  Text,
} from '../../../../generated/definition.ts';
import { isObject } from '../../../../runtime/core/object.ts';
import type { Document } from '../document.ts';
import { addField, addLines, changeField, dropField, renameTo } from './changes.ts';
import { type EntityDocument, entityOf, fieldsOf } from './entityDoc.ts';
import { type FieldValues, readField } from './fields/fields.ts';
import type { SheetColumn } from './fields/sheetColumns.ts';
import { freeKey, keyOfTitle, type Spell } from './keys.ts';

export type MenuGroup = NonNullable<Exclude<EntityDocument['page'], false | undefined>['menu']>['group'];

interface Naming {
  title: Text;
  group: MenuGroup;
}

/** Returns the scaffolder's template with its title and its place in the menu. */
export function newRecord(template: Document, { title, group }: Naming): EntityDocument {
  const entity = entityOf(template);
  return { ...entity, title, page: { menu: { group, order: 900, icon: 'list' } } };
}

const NUMBER: Text = { zh: '编号', en: 'Number' };

/** Returns a record with lines and with a number as its name. */
export function newRecordWithLines(template: Document, start: Naming): EntityDocument {
  const begun = dropField(newRecord(template, start), 'record', 'name');
  const added = addField(begun, 'record', 'sequence', { beside: 'remark', side: 'before' });
  const values = { ...readField(added.document, added.name), titleZh: NUMBER.zh, titleEn: NUMBER.en };
  const naming = { fixed: false, spell: () => '' };
  const { document, name } = changeField(added.document, 'record', added.name, values, naming);
  const list = { ...document.list, columns: [name, 'updatedAt'], search: [name] };
  return addLines({ ...document, label: name, list });
}

/** Number of columns that fit well in a table. */
const MAX_LISTED = 7;

/**
 * Returns a record with a field for each column of a sheet. Its name is the first text that differs in each row, or
 * otherwise the first text.
 */
export function newRecordOfSheet(
  template: Document,
  start: Naming,
  columns: readonly SheetColumn[],
  spell: Spell,
): EntityDocument {
  let whole = dropField(newRecord(template, start), 'record', 'remark');
  const texts = columns.filter(({ type }) => type === 'text');
  const naming = texts.find(({ distinct }) => distinct) ?? texts[0];
  if (naming) whole = titled(whole, 'name', naming, spell, { unique: naming.distinct });
  for (const [at, column] of columns.filter((one) => one !== naming).entries()) {
    const { document, name } = addField(whole, 'record', column.type, null);
    const { inList } = readField(document, name);
    whole = titled(document, name, column, spell, { inList: inList && at < MAX_LISTED });
  }
  return whole;
}

/** Returns the field with the title and the choices of a column, and a key that follows from it. */
function titled(
  whole: EntityDocument,
  name: string,
  { title, type, choices }: SheetColumn,
  spell: Spell,
  values: Partial<FieldValues>,
): EntityDocument {
  const texts = { titleZh: title, titleEn: title, ...(type === 'options' && { choices }), ...values };
  const naming = { fixed: true, spell };
  const { document } = changeField(whole, 'record', name, { ...readField(whole, name), ...texts }, naming);
  if (name === whole.label) return document;
  const others = Object.keys(fieldsOf(document)).filter((other) => other !== name);
  const key = freeKey(keyOfTitle({ zh: title, en: title }, spell, name), others);
  return renameTo(document, 'record', name, key);
}

/** Replaces the definition's own names by those of the copy. */
function renameAll(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return names.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => renameAll(item, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, renameAll(inner, names)]));
}

/** Copies a record with its lines. It omits settings that only one record can have. */
export function copyRecord(document: Document, name: string, { title, group }: Naming): EntityDocument {
  const { lines = [] } = entityOf(document);
  const lineName = (at: number) => `${name}Line${at === 0 ? '' : at + 1}`;
  const names = new Map([
    [entityOf(document).name, name],
    ...lines.map((line, at): [string, string] => [line.name, lineName(at)]),
  ]);
  const renamed = renameAll(document, names) as Document;
  const { public: _, ...copy } = entityOf(renamed);
  return {
    ...copy,
    title,
    api: { ...copy.api, base: `/manager/${name}` },
    page: { menu: { group, order: 900, icon: 'list' } },
    ...(lines.length > 0 && {
      lines: (copy.lines ?? []).map((line) => ({
        ...line,
        api: { ...line.api, base: `/manager/${line.name}` },
      })),
    }),
  };
}

export const newDocument = (template: Document, title: Text): Document => ({ ...template, title });

const pageName = (name: string, suffix: string): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)}${suffix}`;

type Block = NonNullable<PageDefinition['report']>['blocks'][number];
export type Chart = Extract<Block['as'], 'bar' | 'line' | 'share' | 'ranking'>;

/** Returns a page that draws a report as a chart, with its table below. A report without splits shows only figures. */
export function newReportPage(
  { name: statistic, of, by = [] }: StatisticDefinition,
  name: string,
  as: Chart,
  { title, group }: Naming,
): Document {
  const blocks: Block[] =
    by.length > 0
      ? [
          { statistic, as, wide: true },
          { statistic, as: 'table', wide: true },
        ]
      : [{ statistic, as: 'figures', wide: true }];
  return {
    $schema: '../../meta/page.schema.json',
    name: pageName(name, 'Report'),
    route: `/main/custom/${name}`,
    title,
    kind: 'report',
    permission: `${of}:list`,
    menu: { group, order: 900, icon: 'barChart' },
    flags: { keepAlive: true },
    report: { blocks },
  };
}

const HINT: Text = { zh: '<p>在这里写说明。</p>', en: '<p>Write what people need to know here.</p>' };

/** Returns a page with blocks: the statistic of the entity if it has one, its list, its form, and a text. */
export function newBlocksPage(
  { name: entity, api }: Pick<EntityDefinition, 'name' | 'api'>,
  statistic: string | undefined,
  name: string,
  { title, group }: Naming,
): Document {
  const hasForm = api.do?.includes('create') ?? true;
  return {
    $schema: '../../meta/page.schema.json',
    name: pageName(name, ''),
    route: `/main/custom/${name}`,
    title,
    kind: 'blocks',
    menu: { group, order: 900, icon: 'appstore' },
    flags: { keepAlive: true },
    layout: {
      rows: [
        ...(statistic ? [[{ as: 'figures', statistic, by: [] }]] : []),
        [
          { as: 'list', entity, ...(hasForm && { width: 15 }) },
          ...(hasForm ? [{ as: 'form', entity, width: 9 }] : []),
        ],
        [{ as: 'text', text: HINT }],
      ],
    },
  };
}
