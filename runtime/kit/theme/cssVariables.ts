/** Converts tokens to CSS variables: `--wd-surface-card`, `--wd-state-critical`, `--wd-font-title`, `--wd-space-4` … */
import {
  FONT_FAMILY,
  MONO_FAMILY,
  MOTION,
  PHONE_WIDTH,
  RADIUS,
  SIZE,
  SPACE_STEP,
  SPACES,
  THEME_NAMES,
  type Tokens,
  TYPE,
  tokens,
} from './tokens.ts';

export const STYLE_ID = 'wd-tokens';

type Variables = Record<string, string>;

function prefixed(prefix: string, values: Readonly<Record<string, string | number>>, unit = ''): Variables {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`--wd-${prefix}-${kebab(name)}`, `${value}${unit}`]),
  );
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Returns the variables that differ between themes. */
export function themeVariables(theme: Tokens): Variables {
  const states = Object.entries(theme.state).flatMap(([name, { text, ground }]) => [
    [`--wd-state-${name}`, text],
    [`--wd-state-${name}-ground`, ground],
  ]);
  return {
    ...prefixed('surface', theme.surface),
    ...prefixed('text', theme.text),
    ...prefixed('line', theme.line),
    ...prefixed('brand', theme.brand),
    ...prefixed('accent', theme.accent),
    ...Object.fromEntries(states),
    ...prefixed('energy', theme.energy),
    ...Object.fromEntries(theme.chart.map((color, index) => [`--wd-chart-${index + 1}`, color])),
    ...prefixed('shadow', theme.shadow),
    '--wd-scrim': theme.scrim,
  };
}

/** Returns the variables that are the same in all themes. */
export function scaleVariables(): Variables {
  return {
    '--wd-family': FONT_FAMILY,
    '--wd-family-mono': MONO_FAMILY,
    ...prefixed('font', TYPE, 'px'),
    ...Object.fromEntries(SPACES.map((step) => [`--wd-space-${step}`, `${step * SPACE_STEP}px`])),
    ...prefixed('radius', RADIUS, 'px'),
    ...prefixed('size', SIZE, 'px'),
    ...prefixed('motion', MOTION, 'ms'),
  };
}

function block(selector: string, variables: Variables, extra = ''): string {
  const body = Object.entries(variables).map(([name, value]) => `${name}:${value};`);
  return `${selector}{${extra}${body.join('')}}`;
}

/** Returns the style sheet of all themes. The root element's `data-theme` selects the theme. */
export function tokenCss(): string {
  const themes = THEME_NAMES.map((name) => {
    const selector = name === 'default' ? ':root,[data-theme="default"]' : `[data-theme="${name}"]`;
    return block(
      selector,
      themeVariables(tokens[name]),
      `color-scheme:${name === 'dark' ? 'dark' : 'light'};`,
    );
  });
  const still = block(':root', prefixed('motion', { fast: 0, base: 0, slow: 0 }, 'ms'));
  // Touch needs larger controls than a pointer.
  const phone = block(':root', { '--wd-size-control': `${SIZE.controlLarge}px` });
  return [
    block(':root', scaleVariables()),
    `@media (width <= ${PHONE_WIDTH}px){${phone}}`,
    ...themes,
    `@media (prefers-reduced-motion: reduce){${still}}`,
    'html{background:var(--wd-surface-page)}',
  ].join('\n');
}

/** Adds the sheet in other hosts (Storybook, tests). The build writes it into index.html. */
export function ensureTokenStyle(doc: Document = document): void {
  if (doc.getElementById(STYLE_ID)) return;
  const style = doc.createElement('style');
  style.id = STYLE_ID;
  style.textContent = tokenCss();
  doc.head.prepend(style);
}
