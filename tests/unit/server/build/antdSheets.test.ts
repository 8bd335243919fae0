import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { antdTheme } from '../../../../runtime/kit/theme/antdTheme.ts';
import { tokens } from '../../../../runtime/kit/theme/tokens.ts';
import { antdSheets, NEVER_DRAWN } from '../../../../server/build/antdSheets.ts';

const { resolve } = createRequire(import.meta.url);
const transform = (theme = antdTheme(tokens.default, true, false)) => {
  const { transform: hook } = antdSheets(theme);
  if (typeof hook !== 'object') throw new Error('the plugin changes no modules');
  const { filter, handler } = hook as unknown as {
    filter: { id: RegExp };
    handler(code: string, id: string): { code: string } | null;
  };
  return (module: string): string => {
    const id = resolve(`antd/es/${module}.js`);
    if (!filter.id.test(id)) throw new Error(`${module} is none of its modules`);
    return handler(readFileSync(id, 'utf8'), id)?.code ?? '';
  };
};
const change = transform();

it('includes the styles of a component instead of the script that creates them', () => {
  const button = change('button/style/index');
  expect(button).toContain(
    "export default /*#__PURE__*/ withAntdSheet(/*#__PURE__*/ genStyleHooks('Button', () => [], prepareComponentToken",
  );
  expect(button).toMatch(/"\.ant-btn\{.*", -999\)/);
  expect(button).not.toContain('genBlockButtonStyle(buttonToken)');
});

it('orders the parts of a component after the whole, and keeps the place of dynamic styles', () => {
  expect(change('button/style/compact')).toMatch(
    /withAntdSheet\(\/\*#__PURE__\*\/ genSubStyleComponent\(.*", -998\)/s,
  );
  expect(change('tooltip/style/index')).toContain(
    "const useStyle = /*#__PURE__*/ withAntdSheet(/*#__PURE__*/ genStyleHooks('Tooltip', () => []",
  );
});

it('loads icons and links with the shared module', () => {
  const shared = change('theme/util/genStyleUtils');
  expect(shared).toMatch(/^addAntdSheet\(".*\.anticon.*"/m);
  expect(shared).toMatch(/^addAntdSheet\(".*a\{.*"/m);
});

it('writes the same for every theme: only variables differ', () => {
  const dark = transform(antdTheme(tokens.dark, false, true));
  for (const name of ['button', 'select', 'table', 'date-picker', 'modal', 'tooltip', 'input'])
    expect(dark(`${name}/style/index`)).toBe(change(`${name}/style/index`));
});

it('omits unused styles', () => {
  const used = globSync('{runtime,pages,widgets}/**/*.{ts,tsx}').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/import \{([^}]*)\} from 'antd'/g)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.trim()),
    ),
  );
  expect(used).toContain('Dropdown');
  const left = [...NEVER_DRAWN]
    .map((name) => name.split('-'))
    .flatMap(([whole, part]) => (whole === part ? [whole] : []));
  expect(left).toEqual(['BackTop', 'Menu']);
  expect(used.filter((name) => left.includes(name))).toEqual([]);
});
