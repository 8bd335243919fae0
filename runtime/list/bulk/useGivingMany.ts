import type { Entity } from '../../core/definitions/entities.ts';
import { call } from '../../kit/api/client.ts';
import { refreshRecords } from '../../record/calls/useRecords.ts';
import type { Handover } from '../../record/giving/HandoverDialog.tsx';
import { type Outcome, useOutcome } from '../../record/giving/outcome.ts';
import type { ShareWish } from '../../record/giving/ShareFields.tsx';
import type { Selection } from './useSelection.ts';

/** Hands over or shares the selected records, and reports skipped ones with the reason. Returns false if cancelled. */
export function useGivingMany(
  entity: Entity,
  selection: Selection,
  perform: (run: (expected: number) => Promise<unknown>, expected: number) => Promise<boolean>,
) {
  const report = useOutcome();
  const path = { entity: entity.name };

  async function sendAll(what: 'handover' | 'share', send: (expected: number) => Promise<Outcome>) {
    let outcome: Outcome = { moved: 0, refused: [] };
    const run = async (expected: number) => {
      outcome = await send(expected);
    };
    if (!(await perform(run, selection.count))) return false;
    report(outcome, what);
    selection.clear();
    await refreshRecords(entity);
    return true;
  }
  const picked = (expected: number) => ({ selection: selection.request, expected });

  return {
    handOver: (handover: Handover): Promise<boolean> =>
      sendAll('handover', (expected) =>
        call('recordHandover', { path, body: { ...picked(expected), ...handover } }, { quiet: true }),
      ),
    share: (wish: ShareWish): Promise<boolean> =>
      sendAll('share', (expected) =>
        call('recordShareMany', { path, body: { ...picked(expected), ...wish } }, { quiet: true }),
      ),
  };
}
