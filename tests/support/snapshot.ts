import type { Database } from '../../server/db/index.ts';

/** What changes by signing in and being there is not what a call writes. */
const RESTLESS = ['session', 'login_throttle', 'captcha', 'secret'];

/** The contents of every table, or of one tenant's part of it, as one hash a table. */
export async function database_snapshot(db: Database, tenantId?: number): Promise<Record<string, string>> {
  const { rows } = await db.pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname <> all ($1) order by 1`,
    [RESTLESS],
  );
  const hashes: Record<string, string> = {};
  for (const { name } of rows) {
    const where = tenantId === undefined ? '' : `where tenant_id = ${Number(tenantId)}`;
    const { rows: found } = await db.pool.query<{ hash: string }>(
      `select coalesce(md5(string_agg(t::text, '' order by t::text)), '') as hash from "${name}" t ${where}`,
    );
    hashes[name] = found[0]?.hash ?? '';
  }
  return hashes;
}
