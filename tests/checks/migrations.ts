/**
 * Nothing is released before version 1.0, so the hand-written schema is changed in place, and no database needs a
 * migration. From 1.0 on the files of the schema are the baseline, and each change is a migration.
 */

export const MIGRATIONS = 'server/platform/db/migrations';

/** Returns a line for each migration of a version that has none. */
export const migrationBreaches = (version: string, files: readonly string[]): string[] =>
  version.startsWith('0.')
    ? files
        .filter((file) => file.endsWith('.sql'))
        .map(
          (file) =>
            `${MIGRATIONS}/${file}: no migrations before version 1.0: change server/platform/db/schema`,
        )
    : [];
