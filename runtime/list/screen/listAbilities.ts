import type { PageDisplay } from '../../../generated/definition.ts';
import { listMissing } from '../../form/why/questions.ts';
import { isNarrowed, NOT_NARROWED } from '../../record/query/query.ts';
import { type Abilities, focusSearch } from './listCommands.ts';
import type { EntityListState } from './useEntityList.ts';
import type { ListDialogState } from './useListDialogs.ts';

/** Time-based displays, whose records also suit a calendar subscription. */
const TIMED: ReadonlySet<PageDisplay> = new Set<PageDisplay>(['calendar', 'timeline', 'gantt']);

/** Returns the user's abilities for the list in its current state. */
export function listAbilities(list: EntityListState, { open, edit }: ListDialogState): Abilities {
  const { entity, phone, access, state, change, query, columns, selection, total } = list;
  const { tree } = list.data;
  const isTable = list.shown.as === 'table';
  const isCards = list.shown.as === 'cards' || list.shown.as === 'gallery';
  const many =
    access.update ||
    access.delete ||
    access.export ||
    access.handover ||
    access.share ||
    access.moves.length > 0;
  return {
    create: access.create ? () => edit('new') : undefined,
    search: (entity.list.search?.length ?? 0) > 0 ? focusSearch : undefined,
    edit: !phone && isTable && access.update && !list.edit.on ? list.edit.start : undefined,
    select: (phone ? isTable || isCards : isCards) && many && !selection.picking ? selection.pick : undefined,
    import: access.import ? () => open({ importing: true }) : undefined,
    export: access.export
      ? () => open({ exporting: { query: { ...query, columns }, count: total } })
      : undefined,
    print: () => open({ printing: list.narrowing }),
    subscribe: list.displays.some((as) => TIMED.has(as)) ? () => open({ subscribing: true }) : undefined,
    why: listMissing(entity, access).length > 0 ? () => open({ wondering: true }) : undefined,
    treeOpen: tree && !tree.anyOpen && !tree.isByLevel ? () => tree.turnAll(true) : undefined,
    treeClose: tree?.anyOpen ? () => tree.turnAll(false) : undefined,
    clear: isNarrowed(state) ? () => change(NOT_NARROWED) : undefined,
  };
}
