import { describe, expect, it } from 'vitest';
import { dashboards } from '../../../../generated/dashboards.ts';
import type { DashboardDocument, WidgetDefinition } from '../../../../generated/definition.ts';
import { type DrawnWidget, drawnWidgets } from '../../../../generated/drawnWidgets.ts';
import { widgets } from '../../../../generated/widgets.ts';
import { chosenTitle } from '../../../../runtime/board/widget/chosenTitle.ts';
import { translateConfig } from '../../../../runtime/board/widget/resolve.ts';
import { findVariables } from '../../../../runtime/core/boards/boardVariables.ts';
import { readConfig } from '../../../../runtime/core/document/config.ts';
import { textsTable } from '../../../../runtime/core/document/texts.ts';

const whole: Readonly<Record<string, WidgetDefinition>> = widgets;
const drawn: Readonly<Record<string, DrawnWidget>> = drawnWidgets;
const documents: DashboardDocument[] = Object.values(dashboards).map(({ document }) => document);

/** All words of a field and of the fields inside it. */
function listWords(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([word, inner]) => [word, ...listWords(inner)]);
}

it('contains all widgets, without parts for forms and the catalogue', () => {
  expect(Object.keys(drawn)).toEqual(Object.keys(whole));
  for (const { config, ...widget } of Object.values(drawn)) {
    expect(Object.keys(widget)).not.toContain('ui');
    expect(Object.keys(widget)).not.toContain('description');
    expect(listWords(config)).not.toContain('x-visible');
  }
});

describe.each(Object.keys(whole))('%s', (type) => {
  const configs = documents.flatMap((document) =>
    document.widgets.filter((widget) => widget.type === type).map(({ config }) => config),
  );

  it.each([{}, ...configs])('reads a configuration like its whole definition: %j', (config) => {
    const table = textsTable();
    for (const lang of ['zh', 'en'] as const) {
      const [read, readWhole] = [drawn[type]!, whole[type]!].map((widget) => {
        const complete = translateConfig(widget, readConfig(widget.config, config), { table, lang });
        return { complete, title: chosenTitle(widget, complete, [], lang) };
      });
      expect(read).toEqual(readWhole);
    }
  });
});

it('finds the same variables in all boards', () => {
  for (const document of documents)
    expect(findVariables(document, drawn)).toEqual(findVariables(document, whole));
});

it("keeps the titles of choices that are part of a widget's title", () => {
  const named = Object.values(whole).flatMap(({ type, titled = [] }) =>
    titled.map((field) => ({ type, field })),
  );
  expect(named.length).toBeGreaterThan(0);
  for (const { type, field } of [...named, { type: 'keyData', field: 'stationValue' }]) {
    const options = drawn[type]!.config.properties?.[field]?.['x-options'];
    expect(options).toEqual(whole[type]!.config.properties?.[field]?.['x-options']);
  }
});
