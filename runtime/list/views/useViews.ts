import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { call } from '../../kit/api/client.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import type { ListState } from '../../record/query/query.ts';
import { isViewModified, openView, type SavedView, type ViewScope, viewState } from './viewState.ts';

const NONE: SavedView[] = [];
const FRESH_MS = 60_000;

export interface NewView {
  name: string;
  scope: ViewScope;
  roleId: number | null;
  isDefault: boolean;
}

/** Returns the saved views of a list page. Opens the default view if the address has no parameters. */
export function useViews(
  entity: Entity,
  page: string,
  state: ListState,
  /** True if the address already defines the list, so that no default view opens. */
  isInAddress: boolean,
  show: (state: ListState, options?: { replace?: boolean }) => void,
) {
  const key = ['views', page];
  const { data: views = NONE } = useQuery(
    {
      queryKey: key,
      // After an error the list is shown without views.
      queryFn: ({ signal }) => call('viewList', { query: { page } }, { quiet: true, signal }),
      staleTime: FRESH_MS,
      retry: false,
    },
    queryClient,
  );
  const current = views.find(({ id }) => id === state.view) ?? null;
  const first = views.find(({ opensFirst }) => opensFirst);
  useEffect(() => {
    if (!isInAddress && first) show(openView(entity, first), { replace: true });
  }, [isInAddress, first, entity, show]);

  const refresh = () => queryClient.invalidateQueries({ queryKey: key });
  const viewParams = () => viewState(entity, state);

  return {
    views,
    current,
    modified: current !== null && isViewModified(entity, current, state),
    open: (view: SavedView) => show(openView(entity, view)),
    async saveAs(values: NewView): Promise<void> {
      const made = await call(
        'viewCreate',
        { body: { ...values, page, state: viewParams() } },
        { quiet: true },
      );
      await refresh();
      show({ ...state, view: made.id }, { replace: true });
    },
    async save(view: SavedView): Promise<void> {
      await call('viewUpdate', { body: { id: view.id, version: view.version, state: viewParams() } });
      await refresh();
    },
    async change(view: SavedView, values: Partial<NewView>): Promise<void> {
      await call('viewUpdate', { body: { id: view.id, version: view.version, ...values } }, { quiet: true });
      await refresh();
    },
    async remove(view: SavedView): Promise<void> {
      await call('viewDelete', { path: { id: view.id } });
      if (state.view === view.id) show({ ...state, view: 0 }, { replace: true });
      await refresh();
    },
  };
}

export type Views = ReturnType<typeof useViews>;
