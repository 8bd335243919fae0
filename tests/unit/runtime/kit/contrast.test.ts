import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  contrast,
  LARGE_CONTRAST,
  makeReadable,
  shownColor,
  TEXT_CONTRAST,
} from '../../../../runtime/kit/theme/contrast.ts';
import { THEME_NAMES, tokens } from '../../../../runtime/kit/theme/tokens.ts';

const ROOT = join(import.meta.dirname, '../../../..');

/** Every colour that comes with the product: defaults of widgets, our boards, samples, and fallbacks of charts. */
const shipped = new Set(
  globSync(['schemas/{dashboards,widgets,widgetOptions}/*.json', 'widgets/*/*.ts'], { cwd: ROOT }).flatMap(
    (file) => readFileSync(join(ROOT, file), 'utf8').match(/(?<=["'])#[0-9a-f]{6}(?=["'])/gi) ?? [],
  ),
);

describe('colours of a configuration', () => {
  it('are shown as chosen if they are readable', () => {
    expect(shownColor('#2448B4', tokens.default)).toBe('#2448B4');
    expect(shownColor('#F5C443', tokens.dark)).toBe('#F5C443');
  });

  it('are darkened on a light background and lightened on a dark one, as little as possible', () => {
    expect(makeReadable('#409EFF', '#FFFFFF', TEXT_CONTRAST)).toBe('#3077bf');
    expect(makeReadable('#409EFF', '#FFFFFF', LARGE_CONTRAST)).toBe('#3d96f2');
    expect(makeReadable('#1B2026', '#15181D', TEXT_CONTRAST)).toBe('#828488');
  });

  it.each(THEME_NAMES)(
    'can be read on the theme %s, all that come with the product and the worst',
    (name) => {
      const theme = tokens[name];
      expect(shipped.size).toBeGreaterThan(15);
      for (const color of [...shipped, '#000000', '#FFFFFF', '#1B2026', '#F5F5F5', '#FFFF00', '#808080'])
        for (const ratio of [LARGE_CONTRAST, TEXT_CONTRAST]) {
          const shown = shownColor(color, theme, ratio);
          expect(contrast(shown, theme.surface.card), `${color} as ${shown}`).toBeGreaterThanOrEqual(ratio);
        }
    },
  );
});
