import { Button, Drawer } from 'antd';
import { type ReactNode, useState } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { useEntityName } from '../../form/values/entityName.ts';
import { useT } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { isNarrowed, type ListState } from '../../record/query/query.ts';
import { ListCardsSort } from '../cards/ListCardsSort.tsx';
import { FilterBar } from '../filter/FilterBar.tsx';
import { SearchBox } from './SearchBox.tsx';

interface Props {
  entity: Entity;
  state: ListState;
  phone: boolean;
  participation: boolean;
  unowned: boolean;
  /** The station of all rows. */
  stationSn: string | null;
  views: ReactNode;
  actions: ReactNode;
  onChange(part: Partial<ListState>, options?: { replace?: boolean }): void;
}

/** Number of filters beside the search. */
const FILTERS_BESIDE = 3;

/** Shows views, search, filters and commands above the rows. On a phone views and filters are in a sheet. */
export function ListTools(props: Props) {
  const { entity, state, phone, participation, unowned, stationSn, views, actions, onChange } = props;
  const t = useT();
  const [sheet, setSheet] = useState(false);
  const title = useEntityName(entity);
  const search = (entity.list.search?.length ?? 0) > 0 && (
    <SearchBox
      label={t('list.search', { title })}
      value={state.search}
      onSearch={(words) => onChange({ search: words }, { replace: true })}
    />
  );
  const filters = <FilterBar {...{ entity, state, participation, unowned, stationSn, onChange }} />;
  const many = (entity.list.filters?.length ?? 0) > FILTERS_BESIDE;
  if (phone) {
    return (
      <div className="wd-list-tools">
        {search}
        <span className="wd-list-filter" data-narrowed={isNarrowed({ ...state, search: '' }) || undefined}>
          <Button
            icon={<Icon name="filter" />}
            aria-label={t('list.sheet')}
            aria-haspopup="dialog"
            onClick={() => setSheet(true)}
          />
        </span>
        <span className="wd-list-actions">{actions}</span>
        <Drawer
          open={sheet}
          placement="bottom"
          size="large"
          title={t('list.sheet')}
          onClose={() => setSheet(false)}
        >
          <div className="wd-list-sheet">
            {views}
            <ListCardsSort entity={entity} sort={state.sort} onSort={(sort) => onChange({ sort })} />
            {filters}
          </div>
        </Drawer>
      </div>
    );
  }
  return (
    <div className="wd-list-tools" data-many={many || undefined}>
      <div className="wd-list-narrow">
        {views}
        {search}
        {filters}
      </div>
      <span className="wd-list-actions">{actions}</span>
    </div>
  );
}
