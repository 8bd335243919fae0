import type { Data } from '../../../generated/calls.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Session } from '../context.ts';
import { checkSize } from './views.ts';

type Preference = Data<'preferenceGet'>;

/** Returns the settings of the user in the current tenant. */
export async function readPreference(trx: Trx, { userId }: Session, key: string): Promise<Preference> {
  const row = await trx
    .selectFrom('preference')
    .select('value')
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
  return { value: row?.value ?? null };
}

export async function writePreference(
  trx: Trx,
  { tenantId, userId }: Session,
  key: string,
  { value }: Preference,
): Promise<Preference> {
  checkSize(value);
  if (value === null) {
    await trx.deleteFrom('preference').where('userId', '=', userId).where('key', '=', key).execute();
    return { value };
  }
  const stored = JSON.stringify(value);
  await trx
    .insertInto('preference')
    .values({ tenantId, userId, key, value: stored })
    .onConflict((conflict) =>
      conflict.columns(['tenantId', 'userId', 'key']).doUpdateSet({ value: stored, updatedAt: new Date() }),
    )
    .execute();
  return { value };
}
