import type { Transition } from '../../../generated/definition.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import { formatNumber } from '../../core/format.ts';
import type { Values } from '../../core/rule.ts';
import { notify } from '../../kit/api/notices.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { refreshRecords } from '../../record/calls/useRecords.ts';
import { moveRecords } from '../../record/states/move.ts';
import type { Selection } from './useSelection.ts';

/** Makes a move with those of the picked records that can make it; false: the person thought better of it. */
export function useMoveMany(
  entity: Entity,
  selection: Selection,
  perform: (run: (expected: number) => Promise<unknown>, expected: number) => Promise<boolean>,
) {
  const t = useT();
  const text = useText();
  return async (transition: Transition, form: Values | undefined): Promise<boolean> => {
    const outcome = { count: 0, left: 0 };
    const run = async (expected: number) => {
      const body = { selection: selection.request, expected, name: transition.name, form };
      Object.assign(outcome, await moveRecords(entity, body));
    };
    if (!(await perform(run, selection.count))) return false;
    const said = outcome.left > 0 ? 'list.bulkMovedSome' : 'list.bulkMoved';
    const [count, left] = [formatNumber(outcome.count), formatNumber(outcome.left)];
    notify({ kind: 'success', text: { text: t(said, { title: text(transition.title), count, left }) } });
    selection.clear();
    await refreshRecords(entity);
    return true;
  };
}
