import { describe, expect, it } from 'vitest';
import { dashboards } from '../../../../../generated/dashboards.ts';
import type { DashboardDocument, Field } from '../../../../../generated/definition.ts';
import { widgets } from '../../../../../generated/widgets.ts';
import {
  resolveWidget,
  untranslateConfig,
  widgetTitle,
} from '../../../../../runtime/board/widget/resolve.ts';
import type { AnyWidgetModule } from '../../../../../runtime/board/widget/widget.ts';
import { replaceDocument } from '../../../../../runtime/core/document/edit.ts';
import { parseDocument } from '../../../../../runtime/core/document/parse.ts';
import { configInLang, textsTable } from '../../../../../runtime/core/document/texts.ts';
import type { SourceLang } from '../../../../../runtime/core/text/lang.ts';

const texts = [
  { zh: '储能功率', en: 'Battery power' },
  { zh: '充电', en: 'Charge' },
];
const table = textsTable(texts);
const words = { zh: { table, lang: 'zh' }, en: { table, lang: 'en' } } as const;
const trend = {
  id: 't',
  type: 'trend',
  version: 1,
  config: {
    name: '储能功率',
    showType: 'line',
    nodeInfo: [{ deviceVar: ['充电', '充电'], name: '充电', color: '#409EFF' }],
  },
};
const modules = new Map([['trend', { type: 'trend', migrations: {} } as unknown as AnyWidgetModule]]);
const configOf = (lang: SourceLang, widget = trend) => {
  const resolved = resolveWidget(widget, modules, words[lang]);
  return resolved.state === 'ready' ? resolved.config : null;
};

describe('texts of a board', () => {
  it("are shown in the reader's language, whichever is stored; names of variables are unchanged", () => {
    expect(configOf('en')).toMatchObject({
      name: 'Battery power',
      nodeInfo: [{ deviceVar: ['充电', '充电'], name: 'Charge' }],
    });
    expect(configOf('zh')).toMatchObject({ name: '储能功率', nodeInfo: [{ name: '充电' }] });
    const english = { ...trend, config: { ...trend.config, name: 'Battery power' } };
    expect(configOf('zh', english)?.name).toBe('储能功率');
    expect(configOf('en', { ...trend, config: { ...trend.config, name: 'PCS' } })?.name).toBe('PCS');
  });

  it('are available before the script of a widget is loaded, and if it failed to load', () => {
    for (const missing of [new Map(), new Map([['trend', 'failed' as const]])])
      expect(resolveWidget(trend, missing, words.en)).toMatchObject({ config: { name: 'Battery power' } });
  });

  it('name a widget without a name after its type', () => {
    expect(widgetTitle({ ...trend, config: {} }, words.en)).toBe('Trend analysis');
    expect(widgetTitle({ ...trend, config: { name: '趋势分析' } }, words.en)).toBe('Trend analysis');
    expect(widgetTitle(trend, words.en)).toBe('Battery power');
  });

  it('are stored unchanged if an edit did not change them', () => {
    const edited = { ...configOf('en')!, showType: 'bar' };
    expect(untranslateConfig(edited, trend, texts)).toMatchObject({ ...trend.config, showType: 'bar' });
    expect(untranslateConfig({ ...edited, name: 'PCS' }, trend, texts).name).toBe('PCS');
  });

  it('are kept when a document is opened and replaced; invalid ones are omitted', () => {
    const stored = { version: 1, texts: [...texts, { zh: 'x' }, null, 7], widgets: [], layouts: { lg: [] } };
    const { document, problems } = parseDocument(stored);
    expect([document.texts, problems]).toEqual([texts, []]);
    const draft = parseDocument(null).document;
    replaceDocument(document)(draft);
    expect(draft.texts).toEqual(texts);
  });

  it.each(Object.values(dashboards).filter(({ name }) => name !== 'site-sample'))(
    'are complete in the preset $name',
    ({ document }) => {
      const board = document as DashboardDocument;
      const known = textsTable(board.texts);
      const missing = board.widgets.flatMap(({ type, config }) => {
        const { config: schema } = (widgets as unknown as Record<string, { config: Field }>)[type]!;
        const shown = configInLang(schema, config, known, 'en');
        return JSON.stringify(shown).match(/[\u4e00-\u9fff]+/g) ?? [];
      });
      expect(missing).toEqual([]);
    },
  );
});
