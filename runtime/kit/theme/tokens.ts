/**
 * Every colour and size of the product (V001, V003). Components, antd, ECharts and CSS (`--wd-…`, see cssVariables.ts)
 * use these tokens. No other code contains colours or pixel sizes.
 */
import { CHART_DARK, CHART_DEFAULT } from './chartColors.ts';

export type ThemeName = 'default' | 'dark';
export const THEME_NAMES: readonly ThemeName[] = ['default', 'dark'];

/** V003: the brand colour. White text on it does not meet AA, so buttons use `action`. */
export const BRAND = '#F5222D';

export const STATE_NAMES = [
  'critical',
  'major',
  'minor',
  'info',
  'normal',
  'offline',
  'unknown',
  'neutral',
] as const;
export type StateName = (typeof STATE_NAMES)[number];
export const ENERGY_ROLES = ['pv', 'charge', 'discharge', 'gridImport', 'gridExport', 'load'] as const;
export type EnergyRole = (typeof ENERGY_ROLES)[number];

/** The text and icon colour of a state, with its background. */
export interface StateColor {
  text: string;
  ground: string;
}

export interface Tokens {
  name: ThemeName;
  /**
   * Three levels of surfaces. `sunken` is a recessed area inside a card. `hover` and `selected` are used on any
   * surface.
   */
  surface: { page: string; card: string; raised: string; sunken: string; hover: string; selected: string };
  text: { strong: string; secondary: string; tertiary: string; disabled: string; onAction: string };
  line: { soft: string; normal: string; strong: string };
  /** Red is reserved for the brand and the primary action. A red number would look like an alarm. */
  brand: { identity: string; action: string; actionHover: string; actionActive: string };
  /** Colours of links, focus, selection and switches. */
  accent: { text: string; fill: string; fillHover: string; focus: string; soft: string };
  state: Record<StateName, StateColor>;
  energy: Record<EnergyRole, string>;
  /** V168: 18 series colours. Colour-blind users can distinguish them, and their contrast on a card is 3:1. */
  chart: readonly string[];
  shadow: { card: string; raised: string; overlay: string };
  scrim: string;
}

export const FONT_FAMILY =
  'system-ui, -apple-system, "Segoe UI", Roboto, "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif';
export const MONO_FAMILY = 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace';
/** Font sizes in px. */
export const TYPE = {
  caption: 12,
  body: 14,
  lead: 16,
  title: 20,
  headline: 24,
  figure: 32,
  hero: 40,
} as const;
/** Multiples of 4 px; `space(4)` is 16 px. */
export const SPACE_STEP = 4;
export const SPACES = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20] as const;
export const RADIUS = { small: 4, control: 6, card: 8, overlay: 12, round: 999 } as const;
/** Durations in ms: at most 200, and zero with reduced motion. */
export const MOTION = { fast: 100, base: 160, slow: 200 } as const;
export const SIZE = {
  control: 32,
  controlLarge: 40,
  header: 52,
  sider: 240,
  rail: 60,
  bottomBar: 56,
  icon: 18,
  form: 640,
  dialog: 520,
  touch: 44,
} as const;
/** The maximum width of the phone layout. */
export const PHONE_WIDTH = 768;

export const tokens: Record<ThemeName, Tokens> = {
  default: {
    name: 'default',
    surface: {
      page: '#F3F4F6',
      card: '#FFFFFF',
      raised: '#FFFFFF',
      sunken: '#F7F8FA',
      hover: 'rgba(23, 30, 41, 0.05)',
      selected: 'rgba(23, 30, 41, 0.08)',
    },
    text: {
      strong: '#1B2026',
      secondary: '#4F5865',
      tertiary: '#626C79',
      disabled: '#9AA3AE',
      onAction: '#FFFFFF',
    },
    line: { soft: '#ECEEF1', normal: '#E0E3E8', strong: '#8A93A0' },
    brand: { identity: BRAND, action: '#D4141F', actionHover: '#E01B26', actionActive: '#B30F19' },
    accent: { text: '#2B57C9', fill: '#3563DB', fillHover: '#4A75E6', focus: '#3563DB', soft: '#EAF0FE' },
    state: {
      critical: { text: '#B80F45', ground: '#FDECF1' },
      major: { text: '#A84300', ground: '#FFF1E5' },
      minor: { text: '#7F5B00', ground: '#FFF7DB' },
      info: { text: '#1B64B3', ground: '#E9F3FE' },
      normal: { text: '#16744A', ground: '#E7F6EE' },
      offline: { text: '#5B6472', ground: '#EEF0F3' },
      unknown: { text: '#6B569B', ground: '#F2EEFA' },
      neutral: { text: '#4F5865', ground: '#F1F3F5' },
    },
    energy: {
      pv: '#C98500',
      charge: '#00594F',
      discharge: '#14A08C',
      gridImport: '#2448B4',
      gridExport: '#4593F5',
      load: '#7A5C6E',
    },
    chart: CHART_DEFAULT,
    shadow: {
      card: '0 1px 2px rgba(16, 24, 40, 0.04)',
      raised: '0 2px 4px rgba(16, 24, 40, 0.04), 0 8px 20px rgba(16, 24, 40, 0.08)',
      overlay: '0 4px 8px rgba(16, 24, 40, 0.06), 0 20px 48px rgba(16, 24, 40, 0.16)',
    },
    scrim: 'rgba(16, 24, 40, 0.40)',
  },
  dark: {
    name: 'dark',
    surface: {
      page: '#0C0E11',
      card: '#15181D',
      raised: '#1E2228',
      sunken: '#101317',
      hover: 'rgba(226, 234, 245, 0.07)',
      selected: 'rgba(226, 234, 245, 0.1)',
    },
    text: {
      strong: '#E7EAEE',
      secondary: '#B6BEC9',
      tertiary: '#98A1AE',
      disabled: '#5C6572',
      onAction: '#FFFFFF',
    },
    line: { soft: 'rgba(226, 234, 245, 0.06)', normal: '#2A2F37', strong: '#6C7684' },
    brand: { identity: BRAND, action: '#D32029', actionHover: '#DB2E36', actionActive: '#B01A22' },
    accent: { text: '#8AB0FF', fill: '#4A75E6', fillHover: '#5E86EE', focus: '#7DA5FF', soft: '#1B2740' },
    state: {
      critical: { text: '#FF7396', ground: '#3A1622' },
      major: { text: '#FF9D52', ground: '#38210F' },
      minor: { text: '#F0C53F', ground: '#332A0E' },
      info: { text: '#6DB3FF', ground: '#122A44' },
      normal: { text: '#4CC78A', ground: '#10301F' },
      offline: { text: '#9BA5B3', ground: '#262B33' },
      unknown: { text: '#B9A6EC', ground: '#2A2340' },
      neutral: { text: '#A9B2BE', ground: '#262B33' },
    },
    energy: {
      pv: '#F5C443',
      charge: '#1E9E8A',
      discharge: '#6FE3CF',
      gridImport: '#4C77E6',
      gridExport: '#9CC9FF',
      load: '#C2B2C0',
    },
    chart: CHART_DARK,
    shadow: {
      card: '0 1px 2px rgba(0, 0, 0, 0.30)',
      raised: '0 2px 6px rgba(0, 0, 0, 0.35), 0 10px 24px rgba(0, 0, 0, 0.35)',
      overlay: '0 4px 12px rgba(0, 0, 0, 0.40), 0 24px 56px rgba(0, 0, 0, 0.55)',
    },
    scrim: 'rgba(0, 0, 0, 0.60)',
  },
};

export function isThemeName(value: unknown): value is ThemeName {
  return value === 'default' || value === 'dark';
}
