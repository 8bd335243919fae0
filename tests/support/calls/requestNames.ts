/** Sets names of requests to the state after their time, or after a killed process. */
import { sql } from 'kysely';
import { forgetRequests } from '../../../server/platform/db/requestKey.ts';
import type { TestServer } from '../server/server.ts';

type Inside = { app: Pick<TestServer['app'], 'db'> };

/** Takes the noted answers of requests away, as if their process had ended before it noted them. */
export const forgetAnswers = ({ app }: Inside) =>
  app.db.system((trx) => trx.updateTable('requestKey').set({ answer: null }).execute());

/** Makes the names of requests so many days older, and looks through them as is done every hour. */
export async function ageRequests({ app }: Inside, days: number): Promise<void> {
  await app.db.system((trx) =>
    sql`update request_key set created_at = created_at - make_interval(days => ${days})`.execute(trx),
  );
  await forgetRequests(app.db);
}
