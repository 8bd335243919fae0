import { readdirSync } from 'node:fs';
import { type Node, parse } from 'libpg-query';
import { describe, expect, it } from 'vitest';
import { readMigrations } from '../../../../../server/platform/db/migrate.ts';

const FOLDER = new URL('../../../../../server/platform/db/schema/', import.meta.url);

const text = (node: Node | undefined): string | undefined =>
  node && 'String' in node ? node.String.sval : undefined;

/** Returns the columns of every key of a statement. Each list begins with the name of its table. */
function keysOf(statement: Node | undefined): string[][] {
  if (statement && 'IndexStmt' in statement && statement.IndexStmt.unique) {
    const { relation, indexParams = [] } = statement.IndexStmt;
    const columns = indexParams.map((one) => ('IndexElem' in one ? (one.IndexElem.name ?? '()') : '()'));
    return [[relation?.relname ?? '', ...columns]];
  }
  if (!statement || !('CreateStmt' in statement)) return [];
  const { relation, tableElts = [] } = statement.CreateStmt;
  const table = relation?.relname ?? '';
  const keys = (nodes: readonly Node[], own: string[]): string[][] =>
    nodes.flatMap((one) =>
      'Constraint' in one && /^CONSTR_(PRIMARY|UNIQUE)$/.test(one.Constraint.contype ?? '')
        ? [[table, ...(one.Constraint.keys?.map((key) => text(key) ?? '') ?? own)]]
        : [],
    );
  return tableElts.flatMap((one) =>
    'ColumnDef' in one
      ? keys(one.ColumnDef.constraints ?? [], [one.ColumnDef.colname ?? ''])
      : keys([one], []),
  );
}

describe('the baseline', () => {
  it('includes every file of its folder', async () => {
    const names = (await readMigrations()).map(({ name }) => name);
    expect(names.slice(0, readdirSync(FOLDER).length).sort()).toEqual(
      readdirSync(FOLDER).map((file) => `schema/${file}`),
    );
  });

  it('has telemetry keys that begin with the tenant, by which it can be distributed', async () => {
    const rooms = (await readMigrations()).filter(({ name }) =>
      /(telemetry|storage|imports)\.sql$/.test(name),
    );
    const { stmts = [] } = await parse(rooms.map(({ sql }) => sql).join('\n'));
    const keys = stmts.flatMap(({ stmt }) => keysOf(stmt));
    expect(keys).toContainEqual(['points', 'tenant_id', 'variable_id', 'ts']);
    // A single table belongs to the whole platform: the time since which the server listens.
    const whole = keys.filter(([, first]) => first !== 'tenant_id').map(([table]) => table);
    expect(whole.sort()).toEqual(['listening']);
  });
});
