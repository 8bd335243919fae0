import { describe, expect, it } from 'vitest';
import { completeWidgets, optionProblems } from '../../../../codegen/check/screens/widgetOptions.ts';
import type { Definitions } from '../../../../codegen/definition/definition.ts';

const text = (en: string) => ({ zh: en, en });
const field = { type: 'string' };
const definitions = (options: string[], config: object = {}, more: object = {}) =>
  ({
    widgets: [
      {
        file: 'w.json',
        value: {
          type: 'w',
          config: { type: 'object', properties: { name: field, ...config } },
          options,
          ...more,
          ui: { sections: [{ title: text('Content'), fields: ['name'] }] },
        },
      },
    ],
    widgetOptions: [
      {
        file: 'f.json',
        value: { name: 'figure', section: text('Display'), fields: { unit: field, decimals: field } },
      },
      {
        file: 'n.json',
        value: { name: 'note', section: text('Content'), always: true, fields: { note: field } },
      },
    ],
  }) as unknown as Definitions;

it('names fields with choices for its title, and no others', () => {
  const of = { type: 'string', 'x-options': [{ value: 'pv', title: text('PV') }] };
  expect(optionProblems(definitions(['figure'], { of }, { titled: ['of'] }))).toEqual([]);
  const wrong = optionProblems(definitions(['figure'], { of }, { titled: ['name'] }));
  expect(wrong.map(({ pointer }) => pointer)).toEqual(['/titled/0']);
});

describe('the options of a widget', () => {
  it('join its configuration in closed sections, unless the widget has a section of that name', () => {
    const [widget] = completeWidgets(definitions(['figure']));
    expect(Object.keys(widget!.value.config.properties ?? {})).toEqual(['name', 'unit', 'decimals', 'note']);
    expect(widget!.value.ui?.sections).toEqual([
      { title: text('Content'), fields: ['name', 'note'] },
      { title: text('Display'), fields: ['unit', 'decimals'], collapsed: true },
    ]);
  });

  it("may be used by single fields, and do not override the widget's own fields", () => {
    const [widget] = completeWidgets(
      definitions(['figure.unit', 'figure.decimals'], { decimals: { type: 'integer' } }),
    );
    expect(widget!.value.ui?.sections?.[1]?.fields).toEqual(['unit']);
    expect(widget!.value.config.properties?.decimals).toEqual({ type: 'integer' });
  });

  it('are enabled by the condition that the widget defines', () => {
    const live = { properties: { name: { const: 'x' } } };
    const described = definitions(['figure'], {}, { optionsWhen: { unit: live } });
    const [widget] = completeWidgets(described);
    expect(widget!.value.config.properties).toMatchObject({
      unit: { ...field, 'x-enabled': live },
      decimals: field,
    });
    expect(optionProblems(described)).toEqual([]);
    const wrong = definitions(['figure'], {}, { optionsWhen: { range: live } });
    expect(optionProblems(wrong).map(({ pointer }) => pointer)).toEqual(['/optionsWhen/range']);
  });

  it('are reported if they do not exist', () => {
    expect(optionProblems(definitions(['figure', 'figure.unit']))).toEqual([]);
    expect(optionProblems(definitions(['figure.colour'])).map(({ pointer }) => pointer)).toEqual([
      '/options/0',
    ]);
  });
});
