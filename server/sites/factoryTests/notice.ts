import { sendNotice } from '../../engine/notices/index.ts';
import { recordLink } from '../../engine/states/link.ts';
import { filterMembers } from '../../engine/states/people.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { RunRow } from './store.ts';

const TEST = 'factoryTestRecord';

/** Notifies the people of a test. */
export async function notifyPeople(
  trx: Trx,
  { tenantId, recordId }: RunRow,
  text: { zh: string; en: string },
): Promise<void> {
  const test = await trx
    .selectFrom(TEST)
    .select(['createdBy', 'firstId', 'secondId'])
    .where('id', '=', recordId)
    .executeTakeFirst();
  const people = [test?.createdBy, test?.firstId, test?.secondId].flatMap((id) => id ?? []);
  const userIds = await filterMembers(trx, people);
  await sendNotice(trx, { tenantId, userIds, text, link: recordLink(TEST, recordId), kind: 'transition' });
}
