import type { Data } from '../../../generated/calls.ts';
import type { Transition } from '../../../generated/definition.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import { formatNumber } from '../../core/numbers/format.ts';
import type { Values } from '../../core/rules/rule.ts';
import { notify } from '../../kit/api/notices.ts';
import { useLang, useT, useText } from '../../kit/i18n/index.ts';
import { refreshRecords } from '../../record/calls/useRecords.ts';
import { reasonsOf } from '../../record/giving/outcome.ts';
import { moveRecords } from '../../record/states/move.ts';
import type { Selection } from './useSelection.ts';

/** Makes a transition for the selected records in a suitable state. Returns false if cancelled. */
export function useMoveMany(
  entity: Entity,
  selection: Selection,
  perform: (run: (expected: number) => Promise<unknown>, expected: number) => Promise<boolean>,
) {
  const t = useT();
  const text = useText();
  const lang = useLang();
  return async (transition: Transition, form: Values | undefined): Promise<boolean> => {
    const outcome: Data<'recordBulkTransition'> = { count: 0, refused: [] };
    const run = async (expected: number) => {
      const body = { selection: selection.request, expected, name: transition.name, form };
      Object.assign(outcome, await moveRecords(entity, body));
    };
    if (!(await perform(run, selection.count))) return false;
    const { count, refused } = outcome;
    const params = {
      title: text(transition.title),
      count: formatNumber(count),
      left: formatNumber(refused.length),
      reasons: reasonsOf(refused, lang),
    };
    const isSome = refused.length > 0;
    const message = t(isSome ? 'list.bulkMovedSome' : 'list.bulkMoved', params);
    notify({ kind: isSome ? 'warning' : 'success', text: { text: message } });
    selection.clear();
    await refreshRecords(entity);
    return true;
  };
}
