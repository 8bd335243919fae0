import { describe, expect, it } from 'vitest';
import { generate } from '../../../codegen/generate.ts';
import { addCall, type ScaffoldKind, scaffold } from '../../../codegen/write/templates.ts';
import { projectWith } from './fixture.ts';

describe('a scaffolded definition', () => {
  it.each<ScaffoldKind>(['entity', 'page', 'widget', 'call'])('passes the codegen: %s', async (kind) => {
    const files = await generate(projectWith(scaffold(kind, 'coolingLoop')));
    const derived = { entity: 'entities.ts', page: 'pages.ts', widget: 'widgets.ts', call: 'calls.ts' }[kind];
    expect(files[derived]).toContain(kind === 'page' ? 'CoolingLoop' : 'coolingLoop');
  });

  it('adds a call to the registry of calls', () => {
    const index = (imports: string, spreads: string) =>
      `import type { Calls } from '../context.ts';\nimport { authCalls } from './auth.ts';\n${imports}import { userCalls } from './user.ts';\n\nexport const calls: Calls = {\n  ...authCalls,\n  ...userCalls,\n${spreads}};\n`;
    expect(addCall(index('', ''), 'coolingLoop')).toBe(
      index("import { coolingLoopCalls } from './coolingLoop.ts';\n", '  ...coolingLoopCalls,\n'),
    );
  });
});
