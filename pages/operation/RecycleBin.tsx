import '../../runtime/core/definitions/allEntities.ts';
import { Select } from 'antd';
import { useState } from 'react';
import { entityRegistry } from '../../runtime/core/definitions/entities.ts';
import { useT, useText } from '../../runtime/kit/i18n/index.ts';
import '../../runtime/list/screen/list.css';
import { Panel } from '../../runtime/kit/parts/Panel.tsx';
import { ListPager } from '../../runtime/list/screen/ListPager.tsx';
import { SearchBox } from '../../runtime/list/screen/SearchBox.tsx';
import '../../runtime/record/activity/record.css';
import { useSession } from '../../runtime/kit/session/session.ts';
import { usePhone } from '../../runtime/kit/theme/useMedia.ts';
import { BinBar } from './parts/BinBar.tsx';
import { BinRow } from './parts/BinRow.tsx';
import { useBin } from './parts/useBin.ts';
import { useBinActions } from './parts/useBinActions.tsx';
import './bin.css';
import texts from './texts.json';

const NONE: ReadonlySet<number> = new Set();

/** Lists deleted records. Users can search, restore and permanently delete them, also in bulk. */
export default function RecycleBin() {
  const t = useT(texts);
  const phone = usePhone();
  const { state, change, data, isPending, isError, refetch } = useBin();
  const [selected, setSelected] = useState(NONE);
  const { problems, restore, purge, holder } = useBinActions(() => setSelected(NONE));
  const entries = data?.records ?? [];
  const narrowed = state.search !== '' || state.entity !== '';
  const nothing = narrowed ? t('bin.noneTitle') : `${t('bin.emptyTitle')} · ${t('bin.emptyText')}`;

  const select = (id: number, on: boolean) =>
    setSelected((now) => {
      const next = new Set(now);
      if (on) next.add(id);
      else next.delete(id);
      return next;
    });

  return (
    <section className="wd-list wd-bin" data-layout={phone ? 'phone' : 'desk'} aria-busy={isPending}>
      {holder}
      <div className="wd-list-tools">
        <div className="wd-list-narrow">
          <SearchBox label={t('bin.search')} value={state.search} onSearch={(search) => change({ search })} />
          <KindChoice value={state.entity} onChange={(entity) => change({ entity })} />
        </div>
      </div>
      {entries.length > 0 && (
        <BinBar
          entries={entries}
          chosen={entries.filter(({ id }) => selected.has(id))}
          onChoose={(some) => setSelected(new Set(some.map(({ id }) => id)))}
          onRestore={restore}
          onPurge={purge}
        />
      )}
      <div className="wd-bin-rows wd-card">
        <Panel
          icon="delete"
          pending={isPending}
          failed={isError && !data}
          onRetry={() => void refetch()}
          empty={entries.length > 0 ? undefined : nothing}
        >
          <ul>
            {entries.map((entry) => (
              <BinRow
                key={entry.id}
                entry={entry}
                selected={selected.has(entry.id)}
                problem={problems.get(entry.id)}
                onSelect={(on) => select(entry.id, on)}
                onRestore={() => restore([entry])}
                onPurge={() => purge([entry])}
              />
            ))}
          </ul>
        </Panel>
      </div>
      {data && data.total > 0 && (
        <ListPager
          total={data.total}
          current={state.current}
          size={state.size}
          onChange={({ current, size }) => change({ ...(current && { current }), ...(size && { size }) })}
        />
      )}
    </section>
  );
}

/** Filters the bin by entity, among those that this user may delete. */
function KindChoice({ value, onChange }: { value: string; onChange(entity: string): void }) {
  const t = useT(texts);
  const text = useText();
  const can = useSession((session) => session.can);
  const kinds = entityRegistry.all().filter(({ name }) => can(`${name}:delete`));
  return (
    <Select
      className="wd-bin-kind"
      aria-label={t('bin.entity')}
      value={value}
      options={[
        { value: '', label: t('bin.anyEntity') },
        ...kinds.map(({ name, title }) => ({ value: name, label: text(title) })),
      ]}
      onChange={onChange}
    />
  );
}
