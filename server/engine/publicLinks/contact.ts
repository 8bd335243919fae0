/**
 * The contact for visitors of a link: the owner of the record, or the head of the owner's department if the
 * owner has left.
 */
import type { Data } from '../../../generated/calls.ts';
import type { EntityDefinition } from '../../../generated/definition.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { filterMembers, listOwners, managerOf } from '../states/people.ts';

export type Contact = Data<'recordByLink'>['contact'];

/** Returns the active heads above a user who has left, the nearest first. */
async function headsAbove(trx: Trx, userId: number): Promise<number[]> {
  const heads = await managerOf(trx, userId, [], { level: Number.MAX_SAFE_INTEGER, upTo: true });
  return filterMembers(trx, heads);
}

export async function contactOf(trx: Trx, entity: EntityDefinition, record: Row): Promise<Contact> {
  if (!entity.public?.contact) return null;
  const [owner] = listOwners(entity, record);
  if (owner === undefined) return null;
  const [id] = [...(await filterMembers(trx, [owner])), ...(await headsAbove(trx, owner))];
  if (id === undefined) return null;
  const person = await trx
    .selectFrom('user')
    .select(['name', 'phone', 'email'])
    .where('id', '=', id)
    .executeTakeFirst();
  return person ?? null;
}
