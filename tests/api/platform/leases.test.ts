/** A server keeps its leases on one connection, which takes one query at a time. */
import { expect, it } from 'vitest';
import { acquireLease } from '../../support/calls/inside.ts';
import { sharedServer } from '../../support/server/server.ts';

/** This test file fails if a connection gets a query before the previous one is answered. */
it('are released together, and can be taken again', async () => {
  const server = await sharedServer();
  const names = Array.from({ length: 6 }, (_, at) => `of a test ${at}`);
  for (const round of [1, 2]) {
    const releases = await Promise.all(names.map((name) => acquireLease(server, name)));
    expect(releases.length, `round ${round}`).toBe(names.length);
    await Promise.all(releases.map((release) => release()));
  }
});
