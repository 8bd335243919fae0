import { useEffect, useMemo, useRef } from 'react';
import type { PageDefinition, PageDisplay } from '../../../generated/definition.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import { REFRESH_MS } from '../../core/scheduler/refreshInterval.ts';
import { windowLive } from '../../kit/api/live.ts';
import { useEntityFor } from '../../kit/session/entityFor.ts';
import { usePhone } from '../../kit/theme/useMedia.ts';
import { useDelete } from '../../record/calls/useDelete.ts';
import { refreshRecords } from '../../record/calls/useRecords.ts';
import { type FixedValues, narrowFixed, valuesOfFixed } from '../../record/query/fixed.ts';
import type { ServerNode } from '../../record/query/group.ts';
import { buildQuery, buildSelection, type ListQuery, type ListState } from '../../record/query/query.ts';
import { useBulk } from '../bulk/useBulk.tsx';
import { useSelection } from '../bulk/useSelection.ts';
import { useRefNames } from '../cell/useRefNames.ts';
import { type Shown, useDisplay } from '../displays/useDisplay.ts';
import { useInlineEdit } from '../edit/useInlineEdit.ts';
import { useViews } from '../views/useViews.ts';
import { heldEntity, stationColumn } from './constantColumns.ts';
import { useListAccess } from './useListAccess.ts';
import { useListColumns } from './useListColumns.ts';
import { type ListRecords, useListRecords } from './useListRecords.ts';
import { useListState } from './useListState.ts';
import { useTotals } from './useTotals.ts';

/** Shows the previous page if the last row of a page was deleted. Returns whether that page is loading. */
function useLastPage(data: ListRecords, size: number, change: (part: Partial<ListState>) => void): boolean {
  const { records, total = 0, isPending, isPlaceholderData } = data;
  const beyond = !isPending && !isPlaceholderData && records.length === 0 && total > 0;
  useEffect(() => {
    if (beyond) change({ current: Math.ceil(total / size) });
  }, [beyond, change, total, size]);
  return beyond;
}

/** Goes to the first page when what the place of the list asks for changes: another station, or other values. */
function useFirstPage(asked: string, change: (part: Partial<ListState>) => void): void {
  const before = useRef(asked);
  useEffect(() => {
    if (before.current !== asked) change({});
    before.current = asked;
  }, [asked, change]);
}

/** Reads the records again when the server reports that some of them have changed. */
function useLiveList(entity: Entity): void {
  const { live } = entity.list;
  useEffect(() => {
    if (live) return windowLive()[live](() => void refreshRecords(entity));
  }, [entity, live]);
}

/**
 * Reads the records again every 20 seconds while the page is in sight, if the page says so. Their states change
 * automatically.
 */
function useAutoRefresh(entity: Entity, page: PageDefinition): void {
  const auto = page.flags?.autoRefresh === true;
  useEffect(() => {
    if (!auto) return;
    const timer = setInterval(() => {
      if (!document.hidden) void refreshRecords(entity);
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [entity, auto]);
}

/** Displays that load more records while the user scrolls, whatever the paging mode of the table. */
const ENDLESS: readonly Shown['as'][] = ['gantt', 'timeline', 'workbench'];

/** Sorts bars by their beginning, so that records that are loaded later are below. */
const orderInTime = (shown: Shown, query: ListQuery): ListQuery =>
  shown.as === 'gantt' || shown.as === 'timeline' ? { ...query, sort: shown.from } : query;

/** Returns the displays of the list, without those grouped by the station that is selected anyway. */
function useShown(
  entity: Entity,
  page: PageDefinition,
  { display }: ListState,
  { repeated, stationSn }: { repeated: string | null; stationSn: string | null },
) {
  const apart = repeated === null ? entity : heldEntity(entity, { [repeated]: stationSn });
  return useDisplay(apart, page, display);
}

export interface ListPlace {
  /** Null for the records of all stations. */
  stationSn: string | null;
  fixed?: FixedValues | undefined;
  /** Other conditions that all records meet. They are the same object until they change. */
  others?: readonly ServerNode[] | undefined;
  isWithin?: boolean | undefined;
  /** The parameters with which a list within another page opens. */
  start?: string | undefined;
  isClosed?: boolean | undefined;
}

/** Returns the whole state of a list in one object, which its parts receive. */
export function useEntityList(
  defined: Entity,
  page: PageDefinition,
  { stationSn, fixed, others, isWithin, start, isClosed = false }: ListPlace,
) {
  const whole = heldEntity(defined, fixed);
  const entity = useEntityFor(whole, 'read');
  const phone = usePhone();
  const access = useListAccess(entity, page, isClosed);
  const { state, told, change, replace, open, openRecord } = useListState(entity, isWithin, start);
  const repeated = stationColumn(defined, stationSn);
  const { shown, names: displays, remember } = useShown(entity, page, state, { repeated, stationSn });
  const query = useMemo(
    () => orderInTime(shown, narrowFixed(buildQuery(entity, state, stationSn), fixed, others)),
    [entity, state, stationSn, fixed, others, shown],
  );
  const narrowing = useMemo(
    () => narrowFixed(buildSelection(entity, state, stationSn), fixed, others),
    [entity, state, stationSn, fixed, others],
  );
  const data = useListRecords(
    entity,
    query,
    ENDLESS.includes(shown.as) ? { ...state, mode: 'endless' } : state,
    phone || shown.as !== 'table',
  );
  const { records, total = 0 } = data;
  useFirstPage(JSON.stringify([stationSn, fixed, others]), replace);
  useLiveList(whole);
  useAutoRefresh(whole, page);
  const beyond = useLastPage(data, state.size, replace);
  const preset = useMemo(() => {
    const fields = defined.schema.properties ?? {};
    const begun = Object.entries(fixed ?? {}).filter(([name]) => !fields[name]?.readOnly);
    return valuesOfFixed(Object.fromEntries(begun), (name) => fields[name]?.type === 'array');
  }, [fixed, defined]);
  const views = useViews(entity, page.name, state, told, change);
  const { arranged, columns, table } = useListColumns(entity, repeated, state, change);
  const names = useRefNames(entity, columns, records);
  const sums = useTotals(entity, narrowing);
  const selection = useSelection(data.found, narrowing, total);
  const bulk = useBulk(entity, selection);
  const edit = useInlineEdit(entity, records, columns);
  const deletion = useDelete(entity, () => openRecord(null));
  return {
    /** The entity as it is defined. `entity` contains what this user may see of it. */
    whole,
    entity,
    stationSn,
    /** The initial values of new records. */
    preset,
    phone,
    /** The current display, and those to choose from. */
    shown,
    displays,
    showAs: (as: PageDisplay) => {
      remember(as);
      change({ display: as });
    },
    access,
    state,
    change,
    /** The record that is open beside the list. */
    open,
    openRecord,
    query,
    narrowing,
    data,
    total,
    beyond,
    views,
    ...{ arranged, table, columns },
    names,
    sums,
    selection,
    bulk,
    edit,
    deletion,
  };
}

export type EntityListState = ReturnType<typeof useEntityList>;
