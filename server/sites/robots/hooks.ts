/**
 * Transitions of a mission and actions of a robot are sent as commands. A transition is refused if its command cannot
 * be sent.
 */
import type { Values } from '../../../runtime/core/rules/rule.ts';
import { personOf } from '../../engine/access/asker.ts';
import type { EntityHooks, WrittenStep } from '../../engine/hooks.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { readRoute, sendAction, sendDrive, sendMission } from './send.ts';

const idsOf = (row: Values): number[] => ((row.pointIds ?? []) as unknown[]).map(Number);
const isStarted = (before: Values, after: Values): boolean =>
  before.state === 'planned' && after.state === 'running';

async function followMove(before: Row, after: Row, step: WrittenStep): Promise<void> {
  const { trx, session } = step;
  const sending = { trx, session, robotId: Number(after.robotId) };
  if (isStarted(before, after)) return sendMission(sending, Number(after.id), idsOf(after));
  if (after.state === 'paused' && after.pausedFor === 'user') return sendAction(sending, 'pause');
  const isPersons = personOf(session) !== null;
  if (after.state === 'running' && before.state === 'paused' && isPersons)
    return sendAction(sending, 'resume');
  // A silent robot may still receive the command. The mission ends even if the robot is silent.
  if (after.state === 'aborted' && before.state !== 'planned')
    return sendAction({ ...sending, evenOffline: true }, 'home');
}

const missionHooks: EntityHooks = {
  async beforeUpdate(values, before, { trx }) {
    if (!isStarted(before, values)) return values;
    const id = Number(before.id);
    const route = await readRoute(trx, Number(before.robotId), id, idsOf(before));
    return { ...values, toRead: route.length, orderedAt: new Date().toISOString() };
  },
  async written(changes, step) {
    for (const { before, after } of changes)
      if (before.state !== undefined && before.state !== after.state) await followMove(before, after, step);
  },
};

const robotHooks: EntityHooks = {
  async written(changes, { trx, session }) {
    for (const { before, after } of changes) {
      if (!after.wantedAt || before.wantedAt === after.wantedAt) continue;
      const sending = { trx, session, robotId: Number(after.id) };
      if (after.wanted === 'drive') await sendDrive(sending, Number(after.wantedPoint));
      if (after.wanted === 'home') await sendAction(sending, 'home');
      if (after.wanted === 'pause') await sendAction(sending, 'pause');
    }
  },
};

export const robotsHooks = { robot: robotHooks, robotMission: missionHooks };
