/**
 * antd computes the styles of each component in the browser, on every page. The styles use CSS variables, so the
 * result is always the same. The build therefore computes all styles once. It replaces the computing code in the
 * modules of antd by the computed text.
 */
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { ThemeConfig } from 'antd';
import { createElement } from 'react';
import { type ESTree, type Plugin, parseAst } from 'vite';

/**
 * Loads the copies of the libraries that antd itself uses. They are loaded late, because development does not need
 * them.
 */
function loadLibraries() {
  const load = createRequire(import.meta.url);
  const cssinjs = load('@ant-design/cssinjs') as typeof import('@ant-design/cssinjs');
  const { ConfigProvider } = load('antd') as typeof import('antd');
  const drawing = load(
    '@ant-design/static-style-extract',
  ) as typeof import('@ant-design/static-style-extract');
  return { ...cssinjs, ConfigProvider, drawAll: drawing.extractStyle };
}

const ADD = resolve(import.meta.dirname, '../../runtime/kit/theme/antdSheet.ts');
/**
 * Functions of antd that create the styles of a component. The first argument is the component's name, or its name and
 * that of a part.
 */
const MAKERS = new Set(['genStyleHooks', 'genSubStyleComponent', 'genComponentStyleHook']);
/** Matches the modules of antd with styles, and the helper module that all of them use. */
const STYLES = /\/antd\/es\/.*(style\/\w+|wave\/style|util\/genStyleUtils)\.js$/;
const SHARED = /\/genStyleUtils\.js$/;
/** Styles that all components need: icons and links. */
const SHARED_NAMES = ['ant-design-icons', 'Shared'];
/**
 * Components that no page uses: a deprecated component, a fix for old browsers, an unused style, and
 * stand-alone menus. Dropdown menus have their own styles.
 */
export const NEVER_DRAWN: ReadonlySet<string> = new Set([
  'BackTop-BackTop',
  'Form-item-item',
  'Pagination-bordered',
  'Menu-Menu',
]);

interface Sheet {
  css: string;
  /** The position among all style sheets. Higher numbers come later. */
  order: number;
}

/** Returns the styles of all components by their names in antd. */
function readSheets(theme: ThemeConfig): (name: string) => Sheet {
  const { createCache, extractStyle, StyleProvider, ConfigProvider, drawAll } = loadLibraries();
  const cache = createCache();
  drawAll({
    customTheme: (all) =>
      createElement(StyleProvider, { cache }, createElement(ConfigProvider, { theme }, all)),
  });
  const parts = new Map<string, { cache: ReturnType<typeof createCache>; order: number }>();
  for (const [key, entry] of cache.cache) {
    const [kind, , name = ''] = key.split('%');
    if (kind !== 'style') continue;
    const [, [, , , , order]] = entry as [number, [string, string, object, boolean, order: string]];
    const part = parts.get(name) ?? { cache: createCache(), order: Number(order) };
    part.cache.cache.set(key, entry);
    parts.set(name, part);
  }
  return (name) => {
    const part = parts.get(name);
    if (!part) throw new Error(`antd's styles of ${name} are not drawn by anything`);
    return { css: extractStyle(part.cache, { plain: true, types: 'style' }), order: part.order };
  };
}

type Call = ESTree.CallExpression;

/** Finds calls that create styles, at any depth. */
function findMakers(node: unknown): Call[] {
  if (typeof node !== 'object' || node === null) return [];
  const inside = Object.values(node).flatMap(findMakers);
  const call = node as Call;
  const isMaker =
    call.type === 'CallExpression' && call.callee.type === 'Identifier' && MAKERS.has(call.callee.name);
  return isMaker ? [call, ...inside] : inside;
}

function nameOf(code: string, { start, end }: { start: number; end: number }): string {
  const names = [...code.slice(start, end).matchAll(/'([^']+)'/g)].map(([, name]) => name);
  return names.length === 1 ? `${names[0]}-${names[0]}` : names.join('-');
}

const argumentsOf = ({ css, order }: Sheet): string => `${JSON.stringify(css)}, ${order}`;

/**
 * Returns the module with computed styles in place of the calls that compute them. The styles of `shared` are at its
 * end.
 */
function bringSheets(
  code: string,
  makers: readonly Call[],
  shared: readonly string[],
  sheetOf: (name: string) => Sheet,
): string {
  let changed = code;
  for (const { start, end, arguments: args } of makers.toSorted((a, b) => b.start - a.start)) {
    const [named, made] = args;
    const name = nameOf(code, named!);
    // Marked as pure, so that a bundle without this component does not contain its styles.
    const maker = `/*#__PURE__*/ ${code.slice(start, made!.start)}() => []${code.slice(made!.end, end)}`;
    const brought = NEVER_DRAWN.has(name)
      ? maker
      : `/*#__PURE__*/ withAntdSheet(${maker}, ${argumentsOf(sheetOf(name))})`;
    changed = `${changed.slice(0, start)}${brought}${changed.slice(end)}`;
  }
  return [
    `import { addAntdSheet, withAntdSheet } from ${JSON.stringify(ADD)};`,
    changed,
    ...shared.map((name) => `addAntdSheet(${argumentsOf(sheetOf(name))});`),
  ].join('\n');
}

/** `theme` may be any theme, because all differences between themes are CSS variables. */
export function antdSheets(theme: ThemeConfig): Plugin {
  let sheetOf: ReturnType<typeof readSheets> | undefined;
  return {
    name: 'wattdeck-antd-sheets',
    apply: 'build',
    transform: {
      filter: { id: STYLES },
      handler(code, id) {
        const makers = findMakers(parseAst(code));
        const isShared = SHARED.test(id);
        if (makers.length === 0 && !isShared) return null;
        sheetOf ??= readSheets(theme);
        return { code: bringSheets(code, makers, isShared ? SHARED_NAMES : [], sheetOf), map: null };
      },
    },
  };
}
