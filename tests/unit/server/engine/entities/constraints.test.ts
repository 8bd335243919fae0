import { describe, expect, it } from 'vitest';
import { entityOf } from '../../../../../runtime/core/definitions/entities.ts';
import { writeGuard } from '../../../../../server/engine/entities/write/constraints.ts';
import type { Database } from '../../../../../server/platform/db/index.ts';

/** Returns the result of a write that the database refuses with this code. */
const refused = (code: string): Promise<unknown> =>
  writeGuard({} as Database, entityOf('customer'), { deleting: false, lang: 'en' }, async () => {
    throw Object.assign(new Error('refused'), { code });
  }).catch((error: unknown) => error);

describe('a value that the database cannot store', () => {
  it('is an error of the caller', async () => {
    expect(await refused('22003')).toMatchObject({ key: 'entity.outOfRange' });
    for (const code of ['22001', '22007', '22021', '22P02', '22P05'])
      expect(await refused(code)).toMatchObject({ key: 'entity.badData' });
  });

  it('is distinguished from a fault of the database', async () => {
    expect(await refused('57014')).toMatchObject({ code: '57014' });
  });
});
