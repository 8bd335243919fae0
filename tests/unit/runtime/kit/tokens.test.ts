import { describe, expect, it } from 'vitest';
import { scaleVariables, themeVariables, tokenCss } from '../../../../runtime/kit/theme/cssVariables.ts';
import {
  BRAND,
  MOTION,
  STATE_NAMES,
  THEME_NAMES,
  TYPE,
  tokens,
} from '../../../../runtime/kit/theme/tokens.ts';
import { apart, apartInNormalSight, contrast, over } from './colour.ts';

const TEXT = 4.5;
const GRAPHIC = 3;

describe.each(THEME_NAMES)('theme %s', (name) => {
  const theme = tokens[name];
  const { page, card, raised, sunken, hover, selected } = theme.surface;
  const grounds = [page, card, raised, sunken];
  const everywhere = [...grounds, over(hover, card), over(selected, card), over(selected, raised)];

  it.each(['strong', 'secondary', 'tertiary'] as const)('%s text is readable on every surface', (tone) => {
    for (const ground of everywhere) expect(contrast(theme.text[tone], ground)).toBeGreaterThanOrEqual(TEXT);
  });

  it('links are readable on every surface and on their own background', () => {
    for (const ground of [...everywhere, theme.accent.soft]) {
      expect(contrast(theme.accent.text, ground)).toBeGreaterThanOrEqual(TEXT);
    }
  });

  it.each(STATE_NAMES)('the state %s is readable on surfaces and on its own background', (state) => {
    const { text, ground } = theme.state[state];
    for (const surface of [...grounds, ground]) {
      expect(contrast(text, surface)).toBeGreaterThanOrEqual(TEXT);
    }
  });

  it('white text on the primary button has contrast in each of its states', () => {
    const { action, actionHover, actionActive } = theme.brand;
    for (const shade of [action, actionHover, actionActive]) {
      expect(contrast(theme.text.onAction, shade)).toBeGreaterThanOrEqual(TEXT);
    }
  });

  it('focus ring, input borders and switches are distinguishable from their surroundings', () => {
    for (const ground of [page, card, raised]) {
      expect(contrast(theme.accent.focus, ground)).toBeGreaterThanOrEqual(GRAPHIC);
      expect(contrast(theme.accent.fill, ground)).toBeGreaterThanOrEqual(GRAPHIC);
      if (ground !== page) expect(contrast(theme.line.strong, ground)).toBeGreaterThanOrEqual(GRAPHIC);
    }
  });

  it('has 18 series colours, each visible on a card and distinguishable for every kind of colour vision', () => {
    expect(theme.chart).toHaveLength(18);
    for (const [index, color] of theme.chart.entries()) {
      expect(contrast(color, card)).toBeGreaterThanOrEqual(GRAPHIC);
      for (const other of theme.chart.slice(0, index)) {
        expect(apart(color, other), `${color} ${other}`).toBeGreaterThan(0.055);
      }
    }
  });

  it('has energy roles that are visible on a card and distinguishable for every kind of colour vision', () => {
    const roles = Object.values(theme.energy);
    for (const [index, color] of roles.entries()) {
      expect(contrast(color, card)).toBeGreaterThanOrEqual(GRAPHIC);
      for (const other of roles.slice(0, index)) {
        expect(apart(color, other), `${color} ${other}`).toBeGreaterThan(0.04);
      }
    }
  });

  it('distinguishes alarm colours from the brand colour', () => {
    for (const state of STATE_NAMES) {
      expect(apartInNormalSight(theme.state[state].text, BRAND)).toBeGreaterThan(0.1);
    }
  });

  it('has surfaces that are visibly different', () => {
    expect(contrast(page, card)).toBeGreaterThan(1.05);
    if (name === 'dark') expect(contrast(card, raised)).toBeGreaterThan(1.08);
  });

  it.each(['soft', 'normal', 'strong'] as const)(
    'has %s lines that can be seen on cards and dialogs',
    (tone) => {
      for (const ground of [card, raised])
        expect(contrast(over(theme.line[tone], ground), ground)).toBeGreaterThan(1.12);
    },
  );
});

describe('the scales', () => {
  it('have one type scale and no animation above 200 ms', () => {
    expect(Object.values(TYPE)).toEqual([12, 14, 16, 20, 24, 32, 40]);
    expect(Math.max(...Object.values(MOTION))).toBeLessThanOrEqual(200);
  });

  it('give every theme the same variables', () => {
    const [first, ...others] = THEME_NAMES.map((name) => Object.keys(themeVariables(tokens[name])));
    for (const names of others) expect(names).toEqual(first);
  });

  it('stop all animation if the user prefers none', () => {
    expect(tokenCss()).toMatch(/prefers-reduced-motion: reduce\)\{:root\{--wd-motion-fast:0ms/);
  });

  it('name variables in kebab case', () => {
    for (const name of Object.keys({ ...scaleVariables(), ...themeVariables(tokens.dark) })) {
      expect(name).toMatch(/^--wd-[a-z0-9-]+$/);
    }
  });
});
