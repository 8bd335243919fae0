/**
 * Hands records over to another owner in one transaction. Skips records that the caller may not hand over, or that an
 * approval locks. Each user concerned gets one notice for all records.
 */

import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { areMovesLocked } from '../../../runtime/core/rules/states.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import type { Trx } from '../../platform/db/index.ts';
import { type Row, trxAny } from '../../platform/db/tables/anyTable.ts';
import { AppError, fillText } from '../../platform/errors/errors.ts';
import { errorTable } from '../../platform/errors/errorTable.ts';
import { recordScope } from '../access/recordScope.ts';
import type { CallContext } from '../context.ts';
import { fieldsOf } from '../entities/columns.ts';
import { nameRecord } from '../entities/nameRecord.ts';
import { recordTitle } from '../entities/texts.ts';
import { type Chosen, lockPicked, type Picked } from '../entities/write/bulkChange.ts';
import { writeGuard } from '../entities/write/constraints.ts';
import type { Diff } from '../entities/write/recordDiff.ts';
import { announceRecord, findRecord, updateRecordIn } from '../entities/write/write.ts';
import type { MoveStep } from '../states/moveStep.ts';
import { filterMembers } from '../states/people.ts';
import { type Handed, notifyHandover } from './handoverNotices.ts';
import { NOTE } from './notes.ts';

export interface HandoverInput {
  userId: number;
  reason?: string | undefined;
  /** Entities that refer to these records. Their records are handed over too if they have the same owner. */
  with?: readonly string[] | undefined;
}

interface Refused {
  id: number;
  reason: string;
}

type Key = 'handover.forbidden' | 'handover.unknown' | 'handover.held' | 'handover.already';

export const HANDOVER = 'handover';

interface Along {
  entity: Entity;
  field: string;
}

/** Returns the entities whose records may be handed over too: they refer to this entity, and have owners. */
const possibleAlong = (entity: Entity): Along[] =>
  entityRegistry.all().flatMap((other) => {
    if (!other.handover || other.name === entity.name) return [];
    const field = Object.entries(fieldsOf(other)).find(([, it]) => it['x-ref'] === entity.name)?.[0];
    return field === undefined ? [] : [{ entity: other, field }];
  });

function alongOf(entity: Entity, names: readonly string[] = []): Along[] {
  const possible = possibleAlong(entity);
  return names.map((name, place) => {
    const found = possible.find((along) => along.entity.name === name);
    if (!found) throw new AppError('http.invalid', {}, { field: `/with/${place}` });
    return found;
  });
}

/** Returns the reason why a locked record cannot be handed over. Null if it can. */
function hindrance(entity: Entity, chosen: Chosen, record: Row, userId: number): Key | null {
  if (!chosen.allowed) return 'handover.forbidden';
  if (areMovesLocked(entity, record)) return 'handover.held';
  return record[entity.owner ?? ''] === userId ? 'handover.already' : null;
}

export async function handRecord(
  trx: Trx,
  ctx: MoveStep,
  entity: Entity,
  record: Row,
  { userId, reason, whilePending }: Pick<HandoverInput, 'userId' | 'reason'> & { whilePending?: boolean },
): Promise<Handed> {
  const { owner = '' } = entity;
  const id = Number(record.id);
  const told: Diff = reason ? { [`${NOTE}reason`]: [null, reason] } : {};
  const move = { values: { [owner]: userId }, told, whilePending };
  const options = { action: HANDOVER, right: null, move };
  await updateRecordIn(trx, ctx, entity, id, null, {}, options);
  const from = record[owner] === null ? null : Number(record[owner]);
  return { entity, id, title: recordTitle(entity, record), from };
}

/** Hands over related records of a record. They must have the same owner, and be within the caller's permissions. */
async function handAlong(
  trx: Trx,
  ctx: CallContext,
  above: Entity,
  record: Row,
  input: HandoverInput,
): Promise<Handed[]> {
  const handed: Handed[] = [];
  for (const { entity, field } of alongOf(above, input.with)) {
    const rows = await trxAny(trx)
      .selectFrom(entity.name)
      .select('id')
      .where(field, '=', record[fieldsOf(entity)[field]?.['x-refKey'] ?? 'id'])
      .where(entity.owner ?? '', '=', record[above.owner ?? ''])
      .execute();
    const ids = rows.map(({ id }) => Number(id));
    if (ids.length === 0) continue;
    for (const chosen of await lockPicked(trx, ctx, entity, HANDOVER, { selection: { ids } })) {
      const below = await findRecord(trx, entity, Number(chosen.id), true);
      if (hindrance(entity, chosen, below, input.userId) === null)
        handed.push(await handRecord(trx, ctx, entity, below, input));
    }
  }
  return handed;
}

interface Outcome {
  handed: Handed[];
  refused: Map<number, Key>;
}

async function handAll(
  trx: Trx,
  ctx: CallContext,
  entity: Entity,
  picked: Picked,
  input: HandoverInput,
): Promise<Outcome> {
  if ((await filterMembers(trx, [input.userId])).length === 0)
    throw new AppError('handover.receiver', {}, { field: '/userId' });
  const handed: Handed[] = [];
  const refused = new Map<number, Key>((picked.selection.ids ?? []).map((id) => [id, 'handover.unknown']));
  for (const chosen of await lockPicked(trx, ctx, entity, HANDOVER, picked)) {
    const id = Number(chosen.id);
    refused.delete(id);
    const record = await findRecord(trx, entity, id, true);
    const key = hindrance(entity, chosen, record, input.userId);
    if (key) refused.set(id, key);
    else
      await nameRecord(id, async () => {
        handed.push(await handRecord(trx, ctx, entity, record, input));
        handed.push(...(await handAlong(trx, ctx, entity, record, input)));
      });
  }
  await notifyHandover(trx, ctx.session, entity, handed, input.userId);
  return { handed, refused };
}

/**
 * Returns the number of records that were handed over, and the reason for each other record. Nonexistent ids are
 * reported as unknown.
 */
export async function handOver(
  ctx: CallContext,
  entity: Entity,
  picked: Picked,
  input: HandoverInput,
): Promise<{ moved: number; refused: Refused[] }> {
  const { db, session, lang } = ctx;
  if (!entity.handover) throw new AppError('http.notFound');
  if (recordScope(session, entity, HANDOVER) === null) throw new AppError('http.forbidden');
  alongOf(entity, input.with);
  const { handed, refused } = await writeGuard(db, entity, { deleting: false, lang }, () =>
    db.tenant(session.tenantId, (trx) => handAll(trx, ctx, entity, picked, input)),
  );
  for (const record of handed) announceRecord(ctx, record.entity, record.id, 'update');
  return {
    moved: handed.filter((record) => record.entity === entity).length,
    refused: [...refused].map(([id, key]) => ({ id, reason: fillText(pickText(errorTable[key], lang), {}) })),
  };
}
