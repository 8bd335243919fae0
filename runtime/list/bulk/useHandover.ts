import type { Entity } from '../../core/definitions/entities.ts';
import { formatNumber } from '../../core/format.ts';
import { call } from '../../kit/api/client.ts';
import { notify } from '../../kit/api/notices.ts';
import { useLang, useT } from '../../kit/i18n/index.ts';
import { refreshRecords } from '../../record/calls/useRecords.ts';
import type { Selection } from './useSelection.ts';

export interface Handover {
  userId: number;
  reason?: string;
}

/** Hands the picked records over and says which stayed, and why; false: the person thought better of it. */
export function useHandover(
  entity: Entity,
  selection: Selection,
  perform: (run: (expected: number) => Promise<unknown>, expected: number) => Promise<boolean>,
) {
  const t = useT();
  const lang = useLang();
  return async (handover: Handover): Promise<boolean> => {
    const outcome = { moved: 0, refused: [] as { id: number; reason: string }[] };
    const path = { entity: entity.name };
    const run = async (expected: number) => {
      const body = { selection: selection.request, expected, ...handover };
      Object.assign(outcome, await call('recordHandover', { path, body }, { quiet: true }));
    };
    if (!(await perform(run, selection.count))) return false;
    const { moved, refused } = outcome;
    const reasons = [...new Set(refused.map(({ reason }) => reason))].join(lang === 'zh' ? '；' : '; ');
    const params = { count: formatNumber(moved), left: formatNumber(refused.length), reasons };
    const said = refused.length > 0 ? 'list.handedOverSome' : 'list.handedOver';
    notify({ kind: refused.length > 0 ? 'warning' : 'success', text: { text: t(said, params) } });
    selection.clear();
    await refreshRecords(entity);
    return true;
  };
}
