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

/** Shows the previous page after the last row of a page was deleted. Returns whether that page is loading. */
function useLastPage(data: ListRecords, size: number, change: (part: Partial<ListState>) => void): boolean {
  const { records, total = 0, isPending, isPlaceholderData } = data;
  const beyond = !isPending && !isPlaceholderData && records.length === 0 && total > 0;
  useEffect(() => {
    if (beyond) change({ current: Math.ceil(total / size) });
  }, [beyond, change, total, size]);
  return beyond;
}

/** Goes to the first page when station or fixed values change. */
function useFirstPage(questionKey: string, change: (part: Partial<ListState>) => void): void {
  const before = useRef(questionKey);
  useEffect(() => {
    if (before.current !== questionKey) change({});
    before.current = questionKey;
  }, [questionKey, change]);
}

/** Reloads the records after the server reports changes. */
function useLiveList(entity: Entity): void {
  const { live } = entity.list;
  useEffect(() => {
    if (live) return windowLive()[live](() => void refreshRecords(entity));
  }, [entity, live]);
}

/** Reloads the records every 20 seconds while the page is visible, if the page's definition says so. */
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

/** Displays that load more records during scrolling, in any paging mode. */
const ENDLESS: readonly Shown['as'][] = ['gantt', 'timeline', 'workbench'];

/** Sorts bars by start, so that records loaded later are below. */
const orderInTime = (shown: Shown, query: ListQuery): ListQuery =>
  shown.as === 'gantt' || shown.as === 'timeline' ? { ...query, sort: shown.from } : query;

/** Returns the displays of the list, except displays grouped by the selected station. */
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
  /** Further conditions on the records. The array remains the same object while unchanged. */
  others?: readonly ServerNode[] | undefined;
  isWithin?: boolean | undefined;
  /** The initial parameters of a list within another page. */
  start?: string | undefined;
  isClosed?: boolean | undefined;
}

/** Returns the complete state of a list. */
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
    /** The full entity. `entity` is limited to the visible fields. */
    whole,
    entity,
    stationSn,
    /** The initial values of new records. */
    preset,
    phone,
    /** The current display, and the available ones. */
    shown,
    displays,
    showAs: (as: PageDisplay) => {
      remember(as);
      change({ display: as });
    },
    access,
    state,
    change,
    /** The record opened beside the list. */
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
