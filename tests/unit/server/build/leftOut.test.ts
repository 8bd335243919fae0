import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Markdown } from '../../../../runtime/form/skin/plainText.tsx';
import { leftOut } from '../../../../server/build/leftOut.ts';

type Resolve = (source: string, importer: string) => string | undefined;

const plugin = leftOut() as unknown as { buildStart(): void; resolveId: Resolve };
plugin.buildStart();
const CONTEXT = '/x/node_modules/antd/es/form/context.js';

it('gives the context of a form alone to code that wants no more', () => {
  const found = plugin.resolveId('@rc-component/form', CONTEXT)!;
  expect(existsSync(found)).toBe(true);
  expect(readFileSync(found, 'utf8')).toMatch(/export \{ FormProvider \}/);
});

it('gives everything to code that draws forms', () => {
  expect(plugin.resolveId('@rc-component/form', '/x/node_modules/antd/es/form/Form.js')).toBeUndefined();
  expect(plugin.resolveId('antd', CONTEXT)).toBeUndefined();
});

it('shows what a library takes for Markdown as it is', () => {
  const found = plugin.resolveId('markdown-to-jsx/react', '/x/node_modules/@rjsf/core/lib/a.js')!;
  expect(existsSync(found)).toBe(true);
  expect(Markdown({ children: '**bold**' })).toBe('**bold**');
});
