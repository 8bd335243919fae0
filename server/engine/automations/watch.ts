/** Starts automations by writes of records. */
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { recordTitle } from '../entities/texts.ts';
import type { Watch } from '../events.ts';
import { isMet, isTrigger } from './match.ts';
import type { Memory } from './memory.ts';
import { addRuns, type NewRun } from './queue.ts';

/** The entities of the automations themselves start nothing. */
const OWN = ['automation', 'automationRun'];

export const createWatch = (memory: Memory): Watch => ({
  concerns(tenantId, entity) {
    if (OWN.includes(entity)) return false;
    const known = memory.known(tenantId);
    return !known || known.some(({ drawing }) => drawing.entity === entity);
  },
  async follow(trx, tenantId, written) {
    const automations = await memory.read(trx, tenantId);
    const runs: NewRun[] = [];
    for (const { entity: given, ...pair } of written) {
      const entity = entityOf(given.name);
      for (const automation of automations) {
        const { drawing, id } = automation;
        if (drawing.entity !== entity.name || !isTrigger(drawing, entity, pair)) continue;
        if (!(await isMet(trx, automation, entity, pair.after))) continue;
        runs.push({
          ...{ automationId: id, trigger: drawing.trigger.on, about: entity.name },
          ...{ subject: recordTitle(entity, pair.after), recordId: Number(pair.after.id) },
        });
      }
    }
    await addRuns(trx, tenantId, runs);
  },
});
