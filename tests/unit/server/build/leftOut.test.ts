import { existsSync, readFileSync } from 'node:fs';
import { AggregationColor } from 'antd/lib/color-picker/color.js';
import { isBright as isBrightInAntd } from 'antd/lib/color-picker/components/ColorPresets.js';
import { expect, it } from 'vitest';
import { Markdown } from '../../../../runtime/form/skin/plainText.tsx';
import { isBright } from '../../../../runtime/kit/theme/isBright.ts';
import { leftOut } from '../../../../server/build/leftOut.ts';

type Resolve = (source: string, importer: string) => string | undefined;

const plugin = leftOut() as unknown as { buildStart(): void; resolveId: Resolve };
plugin.buildStart();
const CONTEXT = '/x/node_modules/antd/es/form/context.js';

it('gives only the context of a form to code that needs no more', () => {
  const found = plugin.resolveId('@rc-component/form', CONTEXT)!;
  expect(existsSync(found)).toBe(true);
  expect(readFileSync(found, 'utf8')).toMatch(/export \{ FormProvider \}/);
});

it('gives everything to code that draws forms', () => {
  expect(plugin.resolveId('@rc-component/form', '/x/node_modules/antd/es/form/Form.js')).toBeUndefined();
  expect(plugin.resolveId('antd', CONTEXT)).toBeUndefined();
});

it('shows texts unchanged that a library would treat as Markdown', () => {
  const found = plugin.resolveId('markdown-to-jsx/react', '/x/node_modules/@rjsf/core/lib/a.js')!;
  expect(existsSync(found)).toBe(true);
  expect(Markdown({ children: '**bold**' })).toBe('**bold**');
});

it('gives buttons the same letters as the colour picker would', () => {
  const found = plugin.resolveId(
    '../../color-picker/components/ColorPresets',
    '/x/node_modules/antd/es/button/style/token.js',
  );
  expect(found).toMatch(/isBright\.ts$/);
  const colors = [
    '#000',
    '#fff',
    '#1677ff',
    '#fadb14',
    '#8c8c8c',
    'rgba(0, 0, 0, 0.3)',
    'rgba(0, 0, 0, 0.5)',
  ];
  for (const color of colors.map((one) => new AggregationColor(one)))
    expect(isBright(color)).toBe(isBrightInAntd(color, '#fff'));
});

it("omits antd's icon styles and its shared tooltip", () => {
  const provider = '/x/node_modules/antd/es/config-provider/index.js';
  expect(plugin.resolveId('./style', provider)).toMatch(/noIconStyle\.ts$/);
  expect(plugin.resolveId('./style', '/x/node_modules/antd/es/button/index.js')).toBeUndefined();
  expect(plugin.resolveId('../tooltip/UniqueProvider', provider)).toMatch(/noUniqueTips\.ts$/);
});

it('gives only the class of a colour to code without a colour picker', () => {
  const found = plugin.resolveId(
    '@rc-component/color-picker',
    '/x/node_modules/antd/es/color-picker/color.js',
  );
  expect(readFileSync(found!, 'utf8')).toMatch(/export class Color /);
});
