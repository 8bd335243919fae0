/**
 * Starts automations when records are written. Records that the owner may not see start no run and do not appear in
 * the log.
 */
import { fieldAccessWithin } from '../../../runtime/core/access/fieldAccess.ts';
import { type Entity, entityOf } from '../../../runtime/core/definitions/entities.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import type { Session } from '../context.ts';
import { recordTitle } from '../entities/texts.ts';
import type { Watch } from '../events.ts';
import type { Automation } from './automation.ts';
import { isMet, isTrigger } from './match.ts';
import type { Memory } from './memory.ts';
import { openOwner } from './owner.ts';
import { addRuns, type NewRun, stoppingRun } from './queue.ts';
import { findHiddenField, seesRecord } from './sight.ts';

/** Writes of automations themselves start no automation. */
const OWN = ['automation', 'automationRun'];

/**
 * Returns a function that reads the owner of an automation, once in a transaction. It returns null if the
 * owner can no longer sign in.
 */
function createOwners(trx: Trx, tenantId: number): (automation: Automation) => Promise<Session | null> {
  const owners = new Map<number, Promise<Session | null>>();
  return (automation) => {
    const owner = owners.get(automation.id) ?? openOwner(trx, tenantId, automation);
    owners.set(automation.id, owner);
    return owner;
  };
}

/** Returns the run that a written record triggers. Null if it triggers none. */
async function runOf(
  trx: Trx,
  owner: Session | null,
  automation: Automation,
  entity: Entity,
  record: Row,
): Promise<NewRun | null> {
  const trigger = automation.drawing.trigger.on;
  if (!owner || findHiddenField(automation, owner) !== undefined) return stoppingRun(automation);
  if (!(await isMet(trx, automation, entity, record))) return null;
  const id = Number(record.id);
  if (!(await seesRecord(trx, owner, entity, id))) return null;
  const isHidden = fieldAccessWithin(owner, entity, entity.label) === 'hidden';
  return {
    ...{ automationId: automation.id, trigger, about: entity.title },
    ...{ subject: isHidden ? `#${id}` : recordTitle(entity, record), recordId: id },
  };
}

export const createWatch = (memory: Memory): Watch => ({
  concerns(tenantId, entity) {
    if (OWN.includes(entity)) return false;
    const known = memory.known(tenantId);
    return !known || known.some(({ drawing }) => drawing.entity === entity);
  },
  async follow(trx, tenantId, written) {
    const automations = await memory.read(trx, tenantId);
    const ownerOf = createOwners(trx, tenantId);
    const runs: NewRun[] = [];
    for (const { entity: writtenEntity, ...pair } of written) {
      const entity = entityOf(writtenEntity.name);
      for (const automation of automations) {
        const { drawing } = automation;
        if (drawing.entity !== entity.name || !isTrigger(drawing, entity, pair)) continue;
        const run = await runOf(trx, await ownerOf(automation), automation, entity, pair.after);
        if (run) runs.push(run);
      }
    }
    await addRuns(trx, tenantId, runs);
  },
});
