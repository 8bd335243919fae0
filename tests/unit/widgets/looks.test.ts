import { globSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DashboardPreset, WidgetDefinition } from '../../../generated/definition.ts';
import { widgets } from '../../../generated/widgets.ts';
import type { AnyWidgetModule } from '../../../runtime/board/widget/widget.ts';
import { defaultConfig, readConfig } from '../../../runtime/core/document/config.ts';
import { COLUMNS } from '../../../runtime/core/document/layout.ts';
import { SECTION } from '../../../runtime/core/document/sections.ts';
import { contextOf } from '../../support/browser/widgetContext.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;
const definitions: Record<string, WidgetDefinition> = widgets;
const filesOf = (pattern: string) => globSync(pattern, { cwd: ROOT });
const live = contextOf();

describe.each(Object.keys(definitions))('a new %s', (type) => {
  const definition = definitions[type]!;
  let module: AnyWidgetModule;
  beforeAll(async () => {
    module = (await import(`../../../widgets/${type}/index.ts`)).default;
  });

  it('requests data or shows what must be chosen first', () => {
    const config = readConfig(definition.config, defaultConfig(definition.config));
    const isSilent = module.needs(config, live).length === 0 && type !== SECTION;
    expect(Boolean(module.lacks?.(config))).toBe(isSilent);
    const sample = readConfig(definition.config, module.sample(live).config);
    expect(module.lacks?.(sample) ?? null).toBeNull();
  });

  it('fills a row with others of its size, and has the height of its neighbours', () => {
    const { w, h } = definition.size;
    expect(COLUMNS % w).toBe(0);
    if (w < COLUMNS) expect([3, 4, 7]).toContain(h);
  });
});

it.each(filesOf('schemas/dashboards/*.json'))('%s leaves no gap in a row', (file) => {
  const { document } = JSON.parse(readFileSync(`${ROOT}${file}`, 'utf8')) as DashboardPreset;
  const covered = new Set<string>();
  for (const { x, y, w, h } of document.layouts.lg)
    for (let column = x; column < x + w; column++)
      for (let row = y; row < y + h; row++) covered.add(`${column} ${row}`);
  const rows = Math.max(...document.layouts.lg.map(({ y, h }) => y + h));
  expect(covered.size).toBe(COLUMNS * rows);
});

/** A class that is alone in a rule belongs to the stylesheet with that rule. */
const ALONE = /(?:^|[},])\s*(\.wd-[\w-]+)(?=\s*[,{])/g;

it('no two stylesheets style the same class, because their order is undefined', () => {
  const drawn = new Map<string, Set<string>>();
  for (const file of filesOf('{runtime,widgets,pages}/**/*.css')) {
    const text = readFileSync(`${ROOT}${file}`, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
    for (const [, name = ''] of text.matchAll(ALONE))
      drawn.set(name, (drawn.get(name) ?? new Set()).add(file));
  }
  const shared = [...drawn].filter(([, files]) => [...files].some((file) => file.startsWith('widgets/')));
  expect(shared.filter(([, files]) => files.size > 1)).toEqual([]);
});
