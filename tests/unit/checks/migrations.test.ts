import { describe, expect, it } from 'vitest';
import { migrationBreaches } from '../../checks/migrations.ts';

describe('migrations', () => {
  it('are refused before version 1.0, with the place for the change', () => {
    expect(migrationBreaches('0.9.1', ['README.md', '0001_later.sql'])).toEqual([
      'server/platform/db/migrations/0001_later.sql: no migrations before version 1.0: change server/platform/db/schema',
    ]);
  });

  it('are allowed from version 1.0 on', () => {
    expect(migrationBreaches('1.0.0', ['README.md', '0001_later.sql'])).toEqual([]);
  });
});
