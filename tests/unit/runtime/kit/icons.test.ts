import { expect, it } from 'vitest';
import { dictionaries } from '../../../../generated/dictionaries.ts';
import { pages } from '../../../../generated/pages.ts';
import { widgets } from '../../../../generated/widgets.ts';
import { findIcons, iconList, isIconName } from '../../../../runtime/kit/theme/iconSet.ts';

it('has every icon that a definition names', () => {
  const named = [
    ...pages.map(({ menu }) => menu?.icon),
    ...Object.values(widgets).map(({ icon }) => icon),
    ...Object.values(dictionaries).flatMap(({ entries }) => entries.map(({ icon }) => icon)),
  ].filter((name) => name !== undefined);
  expect(named.filter((name) => !isIconName(name))).toEqual([]);
});

it('names each icon in both languages and finds it by either', () => {
  expect(iconList.length).toBeGreaterThanOrEqual(60);
  for (const { title, shapes } of iconList) {
    expect(title.zh && title.en).toBeTruthy();
    expect(shapes.length).toBeGreaterThan(0);
    for (const [tag, attributes] of shapes) {
      expect(['path', 'circle', 'rect', 'line', 'ellipse', 'polyline', 'polygon']).toContain(tag);
      expect(Object.keys(attributes).filter((name) => /^on|href|style|class/i.test(name))).toEqual([]);
    }
  }
  expect(findIcons('电池').map(({ name }) => name)).toContain('battery');
  expect(findIcons('INVERTER').map(({ name }) => name)).toContain('inverter');
});
