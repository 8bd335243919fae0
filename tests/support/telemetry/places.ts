/** Counts the points of a variable in rows of its device, and its single points. */
import pg from 'pg';
import { OF_TESTS } from '../server/postgres/statementRule.ts';
import type { TestServer } from '../server/server.ts';

/** Numbers of unsealed points of a variable. A time may be in both. */
interface Places {
  /** Values in rows of a device. */
  rows: number;
  singles: number;
}

/** Counts the unsealed points of a variable. Also runs on a cluster, where the points are on another node. */
export async function countPlaces(
  client: Pick<pg.ClientBase, 'query'>,
  tenantId: number,
  sn: string,
): Promise<Places> {
  const { rows: variables } = await client.query<{ id: number }>(
    `${OF_TESTS}select id::int4 as id from device_variable where tenant_id = $1 and sn = $2`,
    [tenantId, sn],
  );
  const { rows } = await client.query<Places>(
    `${OF_TESTS}select
       (select count(r.value[s.place])::int from point_shape as s
         join point_row as r on r.tenant_id = s.tenant_id and r.shape = s.shape
        where s.tenant_id = $1 and s.variable_id = $2) as rows,
       (select count(*)::int from points where tenant_id = $1 and variable_id = $2) as singles`,
    [tenantId, variables[0]?.id ?? 0],
  );
  return rows[0]!;
}

/** Counts the unsealed points of a variable in the database of a server. */
export const placesOf = (
  { app }: { app: Pick<TestServer['app'], 'db'> },
  sn: string,
  tenantId = 1,
): Promise<Places> => countPlaces(app.db.pool, tenantId, sn);

/** Counts the unsealed points of a variable in a database of another process. */
export async function placesIn(database: pg.ClientConfig, sn: string, tenantId = 1): Promise<Places> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    return await countPlaces(client, tenantId, sn);
  } finally {
    await client.end();
  }
}
