/** Changes stored request ids, as if they had expired or their process had been killed. */
import { sql } from 'kysely';
import { forgetRequests } from '../../../server/platform/db/requestKey.ts';
import type { TestServer } from '../server/server.ts';

type Inside = { app: Pick<TestServer['app'], 'db'> };

/** Removes the stored answers of requests, as if their process had ended before it stored them. */
export const forgetAnswers = ({ app }: Inside) =>
  app.db.system((trx) => trx.updateTable('requestKey').set({ answer: null }).execute());

/** Makes the names of requests this number of days older, and runs the hourly clean-up. */
export async function ageRequests({ app }: Inside, days: number): Promise<void> {
  await app.db.system((trx) =>
    sql`update request_key set created_at = created_at - make_interval(days => ${days})`.execute(trx),
  );
  await forgetRequests(app.db);
}
