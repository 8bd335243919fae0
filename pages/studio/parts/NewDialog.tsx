import '../../../runtime/core/definitions/allEntities.ts';
import { useMemo, useState } from 'react';
import type { Field } from '../../../generated/definition.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { MENU_GROUPS } from '../../../runtime/core/definitions/menuGroups.ts';
import { statisticRegistry } from '../../../runtime/core/definitions/statistics.ts';
import { type Lang, nearLang, type SourceLang } from '../../../runtime/core/text/lang.ts';
import type { FormSource } from '../../../runtime/form/model/formSource.ts';
import { FormDialog } from '../../../runtime/form/screen/FormDialog.tsx';
import { call } from '../../../runtime/kit/api/client.ts';
import { useLang, useT } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';
import { documentOf } from './design/entityDoc.ts';
import { pureOf } from './design/fields/fieldForm.ts';
import { freeKey, keyOfTitle } from './design/keys.ts';
import {
  type Chart,
  copyRecord,
  type MenuGroup,
  newBlocksPage,
  newDocument,
  newRecord,
  newRecordOfSheet,
  newRecordWithLines,
  newReportPage,
} from './design/newDocument.ts';
import type { Document, Kind } from './document.ts';
import { SheetDialog } from './SheetDialog.tsx';

const both = (zh: string, en: string) => ({ zh, en });

/** Names of what users create, each with its kind of definition. */
const KINDS = {
  recordWithLines: 'entity',
  record: 'entity',
  sheet: 'entity',
  copy: 'entity',
  statistic: 'statistic',
  reportPage: 'page',
  document: 'document',
  page: 'page',
  blocks: 'page',
  dashboard: 'dashboard',
  dictionary: 'dictionary',
  call: 'call',
} as const satisfies Record<string, Kind>;
type Made = keyof typeof KINDS;

const TITLES: Record<Made, { zh: string; en: string }> = {
  recordWithLines: both('带明细的记录', 'Record with lines'),
  record: both('记录', 'Record'),
  sheet: both('Excel 表格中的记录', 'Record from an Excel sheet'),
  copy: both('复制已有记录类型', 'Copy of a record type'),
  statistic: both('统计', 'Report'),
  reportPage: both('统计页面', 'Report page'),
  document: both('单据', 'Document'),
  page: both('列表页面', 'List page'),
  blocks: both('区块页面', 'Page with blocks'),
  dashboard: both('看板预设', 'Board preset'),
  dictionary: both('字典', 'Dictionary'),
  call: both('接口', 'Call'),
};

const when = (...kinds: Made[]) => ({ properties: { kind: { enum: kinds } }, required: ['kind'] });
const TITLED = when(...(Object.keys(KINDS) as Made[]).filter((made) => made !== 'page'));
const IN_MENU = when('recordWithLines', 'record', 'sheet', 'copy', 'reportPage', 'blocks');
const OF = when('copy', 'statistic', 'document', 'page', 'blocks', 'call');
const OF_REPORT = when('reportPage');

/** The groups of the menu in which records can be placed. */
const GROUPS = (['appliance', 'ems', 'deviceManagement', 'settings'] as const).map((value) => ({
  value,
  title: MENU_GROUPS[value].title,
}));

/** Returns the fields for a report page: an existing report, and a way to show it. */
const reportFields = (): Record<string, Field> => ({
  statistic: {
    type: 'string',
    title: both('哪项统计', 'Report'),
    'x-options': statisticRegistry.all().map(({ name, title }) => ({ value: name, title })),
    'x-visible': OF_REPORT,
    'x-required': OF_REPORT,
    'x-clearWhenHidden': true,
  },
  as: {
    type: 'string',
    title: both('展示方式', 'Display'),
    'x-options': [...CHARTS],
    'x-visible': OF_REPORT,
    'x-clearWhenHidden': true,
  },
});

/** Returns the title fields. One title is sufficient. The title in the user's language comes first. */
function titleFields(lang: SourceLang): Record<string, Field> {
  const titles = { zh: both('中文名称', 'Chinese title'), en: both('英文名称', 'English title') };
  const help = {
    zh: both('留空则用英文名称', 'If empty, the English title is used'),
    en: both('留空则用中文名称', 'If empty, the Chinese title is used'),
  };
  const names = { zh: 'titleZh', en: 'titleEn' };
  const other = lang === 'zh' ? 'en' : 'zh';
  const isAlone = {
    ...TITLED,
    not: { properties: { [names[other]]: { minLength: 1 } }, required: [names[other]] },
  };
  const shared = { type: 'string', maxLength: 40, 'x-visible': TITLED, 'x-clearWhenHidden': true } as const;
  return {
    [names[lang]]: { ...shared, title: titles[lang], 'x-required': isAlone },
    [names[other]]: { ...shared, title: titles[other], description: help[other] },
  };
}

function makeForm(lang: Lang): FormSource {
  const entities = entityRegistry.all().map(({ name, title }) => ({ value: name, title }));
  const schema: Field = {
    type: 'object',
    properties: {
      kind: {
        type: 'string',
        title: both('新建什么', 'Type of definition'),
        'x-options': (Object.keys(KINDS) as Made[]).map((value) => ({ value, title: TITLES[value] })),
      },
      ...titleFields(nearLang(lang)),
      entity: {
        type: 'string',
        title: both('记录类型', 'Record type'),
        'x-options': entities,
        'x-visible': OF,
        'x-required': OF,
        'x-clearWhenHidden': true,
      },
      ...reportFields(),
      group: {
        type: 'string',
        title: both('菜单位置', 'Menu group'),
        'x-options': GROUPS,
        'x-visible': IN_MENU,
        'x-clearWhenHidden': true,
      },
    },
    required: ['kind'],
  };
  return { name: `studio/new/${lang}`, schema, pure: pureOf(schema) };
}

/** Charts of a report with splits. The table is below the chart. */
const CHARTS: readonly { value: Chart; title: { zh: string; en: string } }[] = [
  { value: 'bar', title: both('柱状图', 'Bars') },
  { value: 'line', title: both('折线图', 'Lines') },
  { value: 'share', title: both('占比', 'Shares') },
  { value: 'ranking', title: both('排行', 'Ranking') },
];

/** The author's answers in the dialog for a new definition. */
export interface NewValues {
  kind: Made;
  titleZh?: string;
  titleEn?: string;
  entity?: string;
  group?: MenuGroup;
  statistic?: string;
  as?: Chart;
}

/** Returns a key that no definition has, made of the English title or of the romanised Chinese one. */
async function freeName(title: { zh: string; en: string }, made: Made): Promise<string> {
  const { spellPinyin } = await import('../../../runtime/core/text/pinyin.ts');
  const defined = await call('studioDefinitions', {}, { quiet: true });
  const key = keyOfTitle(title, (text) => spellPinyin(text)[0] ?? '', KINDS[made]);
  return freeKey(
    key,
    defined.map(({ name }) => name),
  );
}

interface Named {
  title: { zh: string; en: string };
  group: MenuGroup;
}

/** Returns the name of a new definition, with its title and its place in the menu. */
async function nameNew({ kind, titleZh = '', titleEn = '', entity = '', group = 'appliance' }: NewValues) {
  const name = kind === 'page' ? entity : await freeName({ zh: titleZh, en: titleEn }, kind);
  const named: Named = { title: { zh: titleZh || titleEn, en: titleEn || titleZh }, group };
  return { name, given: named };
}

/** Returns a new definition as the scaffolder writes it. */
const templateOf = async ({ kind, entity }: NewValues, name: string): Promise<Document> =>
  call(
    'studioTemplate',
    { query: { kind: KINDS[kind], name, ...(entity && { of: entity }) } },
    { quiet: true },
  );

async function make(values: NewValues): Promise<Document> {
  const { kind, entity = '', as = 'bar' } = values;
  const { name, given } = await nameNew(values);
  const statistic = statisticRegistry.get(values.statistic ?? '');
  if (kind === 'reportPage' && statistic) return newReportPage(statistic, name, as, given);
  if (kind === 'blocks') {
    const figures = statisticRegistry.all().find(({ of }) => of === entity);
    return newBlocksPage(entityRegistry.get(entity)!, figures?.name, name, given);
  }
  if (kind === 'copy') {
    const { document } = await call(
      'studioDefinition',
      { path: { kind: 'entity', name: entity } },
      { quiet: true },
    );
    return documentOf(copyRecord(document, name, given));
  }
  const template = await templateOf(values, name);
  if (kind === 'recordWithLines') return documentOf(newRecordWithLines(template, given));
  if (kind === 'record') return documentOf(newRecord(template, given));
  return kind === 'page' ? template : newDocument(template, given.title);
}

interface Props {
  /** Answers that are already known. */
  start: Partial<NewValues>;
  onMade(kind: Kind, document: Document): void;
  onCancel(): void;
}

/** Asks for the kind and the name of a definition. Its key follows from the name. */
export function NewDialog({ start, onMade, onCancel }: Props) {
  const t = useT(texts);
  const lang = useLang();
  const form = useMemo(() => makeForm(lang), [lang]);
  const [sheet, setSheet] = useState<NewValues | null>(null);
  if (sheet)
    return (
      <SheetDialog
        onCreate={async (columns, spell) => {
          const { name, given } = await nameNew(sheet);
          const template = await templateOf(sheet, name);
          onMade('entity', documentOf(newRecordOfSheet(template, given, columns, spell)));
        }}
        onCancel={onCancel}
      />
    );
  return (
    <FormDialog
      title={t('studio.new')}
      form={form}
      value={{ kind: 'recordWithLines', group: 'appliance', ...start }}
      saveText={t('studio.create')}
      onSave={async (values) => {
        // The schema above determines the fields.
        const newValues = values as unknown as NewValues;
        if (newValues.kind === 'sheet') return setSheet(newValues);
        onMade(KINDS[newValues.kind], await make(newValues));
      }}
      onCancel={onCancel}
    />
  );
}
