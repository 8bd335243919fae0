/** Links of records: reads them from the database, and makes them expire. */
import type { TestServer } from '../server/server.ts';

type Inside = { app: Pick<TestServer['app'], 'db'> };

/** Identifies a record among those of all tenants. */
interface LinkedRecord {
  tenantId: number;
  recordId: number;
}

/** Reads the row of a record's link. */
export const readRecordLink = ({ app }: Inside, { tenantId, recordId }: LinkedRecord) =>
  app.db.system((trx) =>
    trx
      .selectFrom('recordLink')
      .selectAll()
      .where('tenantId', '=', tenantId)
      .where('recordId', '=', recordId)
      .executeTakeFirstOrThrow(),
  );

/** Ends the link of a record, as after its last day. */
export const endRecordLink = ({ app }: Inside, { tenantId, recordId }: LinkedRecord) =>
  app.db.system((trx) =>
    trx
      .updateTable('recordLink')
      .set({ endsAt: '2020-01-01T00:00:00Z' })
      .where('tenantId', '=', tenantId)
      .where('recordId', '=', recordId)
      .execute(),
  );
