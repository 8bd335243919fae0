import { expect, it } from 'vitest';
import { createBatchLoader } from '../../../../../server/sites/telemetry/catalog/batchLoader.ts';

const fault = (code: string): Error => Object.assign(new Error(code), { code });

function makeGather(code: string) {
  const asked: string[] = [];
  const load = createBatchLoader(3, async (_tenantId, sns: readonly string[]) => {
    asked.push(sns.join(' '));
    if (sns.includes('bad')) throw fault(code);
    return sns.map((sn) => sn.toUpperCase());
  });
  const all = async (sns: readonly string[]) =>
    (await Promise.allSettled(sns.map((sn) => load(1, sn)))).map((one) =>
      one.status === 'fulfilled' ? one.value : (one.reason as Error).message,
    );
  return { asked, all };
}

it('requests parallel items together, and failed ones one by one', async () => {
  const { asked, all } = makeGather('22021');
  expect(await all(['a', 'bad', 'b', 'c'])).toEqual(['A', '22021', 'B', 'C']);
  expect(asked).toEqual(['a bad b', 'a', 'bad', 'b', 'c']);
});

it('does not ask an unreachable database again', async () => {
  const { asked, all } = makeGather('ECONNREFUSED');
  expect(await all(['a', 'bad'])).toEqual(['ECONNREFUSED', 'ECONNREFUSED']);
  expect(asked).toEqual(['a bad']);
});
