import { readdirSync } from 'node:fs';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { beforeAll, describe, expect, it } from 'vitest';
import type { WidgetDefinition } from '../../../generated/definition.ts';
import { type OperationId, operations } from '../../../generated/operations.ts';
import { widgetForms } from '../../../generated/widgetForms.ts';
import { widgets } from '../../../generated/widgets.ts';
import type { AnyWidgetModule, NeedResult, WidgetContext } from '../../../runtime/board/widget/widget.ts';
import { defaultConfig, readConfig } from '../../../runtime/core/document/config.ts';
import { interpretValidator } from '../../../runtime/form/model/validator.ts';
import { loadAllTexts, startLang } from '../../../runtime/kit/i18n/index.ts';
import type { BoardNeed } from '../../../server/sites/boards/query.ts';
import { isNeedAllowed, readSharedScope } from '../../../server/sites/boards/sharedBoardScope.ts';
import { contextOf } from '../../support/browser/widgetContext.ts';

const ROOT = new URL('../../../widgets/', import.meta.url);
const types = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const definitions: Record<string, WidgetDefinition> = widgets;
const forms: Record<string, Record<string, unknown>> = widgetForms;

const live = contextOf();
/** The needs that a board answers without a call. */
const KINDS = ['stationDetails', 'stationStatus', 'alarms'];
/** These widgets show data only to signed-in users. In a shared board, they get no answer. */
const NOT_BY_LINK = new Set([
  'camera',
  'fleetAlarms',
  'fleetChart',
  'fleetHeadline',
  'fleetRanking',
  'fleetTable',
  'fleetTotals',
  'recordFigure',
  'recordChart',
  'recordRanking',
  'recordShare',
  'recordPivot',
  'recordFunnel',
  'recordList',
]);
const contexts: [string, WidgetContext][] = [
  ['live', live],
  ['edited', { ...live, editing: true }],
  ['of a saved record', { ...live, historical: '2026-03' }],
];
const nothing = () => {};

beforeAll(() => Promise.all([startLang(), loadAllTexts()]));

it('every widget definition has its program, and every program its definition', () => {
  expect([...types].sort()).toEqual(Object.keys(definitions).sort());
});

describe.each(types)('widget %s', (type) => {
  const definition = definitions[type]!;
  let module: AnyWidgetModule;
  beforeAll(async () => {
    module = (await import(`../../../widgets/${type}/index.ts`)).default;
  });
  const draw = (
    config: Record<string, unknown>,
    context: WidgetContext,
    results: NeedResult[],
    status: string,
  ) =>
    renderToString(
      createElement(
        MemoryRouter,
        null,
        createElement(module.Component, {
          id: 'w1',
          config,
          context,
          results,
          compared: [],
          status: status as 'ready',
          retry: nothing,
          refresh: nothing,
        }),
      ),
    );

  it('is named by its folder and has a migration for each older version', () => {
    expect(module.type).toBe(type);
    for (let version = 1; version < definition.version; version++)
      expect(module.migrations[version]).toBeTypeOf('function');
  });

  it('has defaults and a sample that its own schema accepts', () => {
    const { problems } = interpretValidator(forms[type] ?? {});
    expect(problems(defaultConfig(definition.config))).toEqual([]);
    expect(problems(readConfig(definition.config, module.sample(live).config))).toEqual([]);
  });

  it('has a sample in each language', () => {
    const { config, results } = module.sample({ ...live, lang: 'en' });
    expect(JSON.stringify({ config, results })).not.toMatch(/[\u4e00-\u9fff]/);
  });

  it.each(contexts)('names the same needs for the same input (%s)', (_name, context) => {
    for (const stored of [{}, module.sample(context).config]) {
      const config = Object.freeze(readConfig(definition.config, stored));
      const needs = module.needs(config, Object.freeze({ ...context }));
      expect(module.needs(config, context)).toEqual(needs);
      expect(JSON.parse(JSON.stringify(needs))).toEqual(needs);
      for (const need of needs) {
        if ('from' in need) expect(Date.parse(need.from)).toBeLessThan(Date.parse(need.to));
      }
    }
  });

  it('requests no current values for a snapshot, or says that it has none', () => {
    if (definition.record === false) return;
    const context = { ...live, historical: '2026-03' };
    for (const stored of [{}, module.sample(context).config]) {
      for (const need of module.needs(readConfig(definition.config, stored), context)) {
        expect(need.kind).not.toBe('realtime');
        if (need.kind === 'stationDetails') continue;
        const question = need.kind === 'call' ? { ...need.path, ...need.query, ...need.body } : need;
        expect(
          ['at', 'to'].some((name) => name in question),
          JSON.stringify(need),
        ).toBe(true);
      }
    }
  });

  /** Returns the defaults and the sample. Returns both also with every switch inverted and every choice selected. */
  function varyConfigs(context: WidgetContext): Record<string, unknown>[] {
    const bases = [
      defaultConfig(definition.config),
      readConfig(definition.config, module.sample(context).config),
    ];
    const others = Object.entries(definition.config.properties ?? {}).flatMap(([name, field]) => [
      ...(field.type === 'boolean' ? bases.map((base) => ({ ...base, [name]: base[name] !== true })) : []),
      ...(field['x-options'] ?? []).flatMap(({ value }) => bases.map((base) => ({ ...base, [name]: value }))),
      ...(name === 'labels' ? bases.map((base) => ({ ...base, labels: [3, 5] })) : []),
    ]);
    return [...bases, ...others];
  }

  it('lists in its definition its needs besides configured variables', () => {
    const named = (definition.asks ?? []).map((one) => (typeof one === 'string' ? one : one.call));
    if (NOT_BY_LINK.has(type)) return expect(named).toEqual([]);
    for (const [, context] of contexts) {
      for (const config of varyConfigs(context)) {
        const document = {
          version: 1,
          widgets: [{ id: 'w', type, version: 1, config }],
          layouts: { lg: [] },
        };
        const scope = readSharedScope(document, null);
        for (const need of module.needs(config, context)) {
          // A shared board contains no data of other stations.
          if (need.kind === 'call' && need.operation === 'stationOverview' && !need.query) continue;
          const asked = { key: 'k', ...need } as BoardNeed;
          expect([need, isNeedAllowed(asked, scope, context.stationSn)]).toEqual([need, true]);
          if (need.kind !== 'call') continue;
          // A need with fewer parameters would return more than the widget shows.
          const declared = (definition.asks ?? []).find(
            (one) => typeof one !== 'string' && one.call === need.operation,
          );
          for (const name of Object.keys(typeof declared === 'object' ? declared.given : {})) {
            const less = structuredClone(asked) as Extract<BoardNeed, { kind: 'call' }>;
            const part = [less.query, less.body].find((one) => one && Object.hasOwn(one, name));
            if (part) delete (part as Record<string, unknown>)[name];
            if (part) expect([less, isNeedAllowed(less, scope, context.stationSn)]).toEqual([less, false]);
          }
        }
      }
    }
    for (const one of named) {
      if (!KINDS.includes(one)) expect(operations[one as OperationId], one).toMatchObject({ board: true });
    }
  });

  it.each(contexts)('draws every state without throwing (%s)', (_name, context) => {
    const sample = module.sample(context);
    const configs = [defaultConfig(definition.config), readConfig(definition.config, sample.config)];
    for (const config of configs) {
      const needs = module.needs(config, context);
      const empty = needs.map(
        (need): NeedResult => ({ key: need.kind, ok: true, data: 'sns' in need ? [] : {} }),
      );
      const failed = needs.map(
        (need): NeedResult => ({ key: need.kind, ok: false, code: 500, msg: 'broken' }),
      );
      const hostile = needs.map(
        (need): NeedResult => ({ key: need.kind, ok: true, data: [null, 3, { sn: 'x', data: {} }] }),
      );
      expect(draw(config, context, [], 'loading')).not.toBe('');
      expect(draw(config, context, [], 'failed')).not.toBe('');
      for (const results of [sample.results, empty, failed, hostile]) {
        for (const status of ['ready', 'failed']) expect(draw(config, context, results, status)).not.toBe('');
      }
    }
  });

  it('never draws markup out of data or configuration', () => {
    const evil = '<img src=x onerror=alert(1)>';
    const sample = JSON.parse(JSON.stringify(module.sample(live)), (key, value) =>
      [
        'name',
        'titleName',
        'title',
        'textValue',
        'info',
        'unit',
        'checker',
        'deviceName',
        'showName',
      ].includes(key)
        ? evil
        : value,
    );
    const config = readConfig(definition.config, sample.config);
    expect(draw(config, live, sample.results, 'ready')).not.toContain('<img src=x');
  });
});
