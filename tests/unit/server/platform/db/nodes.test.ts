/** Tests that a start checks all nodes of a cluster with the role that handlers use. */
import { describe, expect, it } from 'vitest';
import { verifyNodes } from '../../../../../server/platform/db/connect/nodes.ts';

/** Returns a pool that answers every query in this way. */
const pool = (error?: Error) =>
  ({ query: async () => (error ? Promise.reject(error) : { rows: [] }) }) as unknown as Parameters<
    typeof verifyNodes
  >[0];

async function verify(error?: Error) {
  const warned: string[] = [];
  await verifyNodes(pool(error), { warn: (text) => void warned.push(text) });
  return warned;
}

describe('the nodes of a cluster', () => {
  it('that accept the role are not reported', async () => {
    expect(await verify()).toEqual([]);
  });

  it.each([
    'connection to the remote node wattdeck_app@worker-1:5432 failed: FATAL:  role "wattdeck_app" is not permitted to log in',
    'connection to the remote node failed: fe_sendauth: no password supplied',
    'password authentication failed for user "wattdeck_app"',
    'no pg_hba.conf entry for host "10.0.0.1", user "wattdeck_app"',
    'permission denied for schema public',
  ])('that refuse the role keep the server from starting, with what mends it: %s', async (text) => {
    await expect(verify(new Error(text))).rejects.toThrow(/alter role wattdeck_app login password/);
  });

  it('are also reported if they give the reason beside their message', async () => {
    const error = Object.assign(new Error('connection to the remote node failed'), {
      detail: 'FATAL:  role "wattdeck_app" is not permitted to log in',
    });
    await expect(verify(error)).rejects.toThrow(/not permitted to log in/);
  });

  it('that are unreachable may return', async () => {
    expect(await verify(new Error('connection refused'))).toEqual(['a node of the cluster is away']);
  });
});
