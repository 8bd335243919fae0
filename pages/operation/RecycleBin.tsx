import { Button, Checkbox, Select } from 'antd';
import { useState } from 'react';
import { entityRegistry } from '../../runtime/core/definitions/entities.ts';
import { call } from '../../runtime/kit/api/client.ts';
import { tellFailure } from '../../runtime/kit/api/failure.ts';
import { notify } from '../../runtime/kit/api/notices.ts';
import { useT, useText } from '../../runtime/kit/i18n/index.ts';
import '../../runtime/list/screen/list.css';
import { useDangerAsk } from '../../runtime/kit/overlay/useDangerAsk.ts';
import { Panel } from '../../runtime/kit/parts/Panel.tsx';
import { ListPager } from '../../runtime/list/screen/ListPager.tsx';
import { SearchBox } from '../../runtime/list/screen/SearchBox.tsx';
import '../../runtime/record/activity/record.css';
import { useSession } from '../../runtime/kit/session/session.ts';
import { Icon } from '../../runtime/kit/theme/Icon.tsx';
import { usePhone } from '../../runtime/kit/theme/useMedia.ts';
import { BinRow } from './parts/BinRow.tsx';
import { type BinEntry, binChanged, useBin } from './parts/useBin.ts';
import texts from './texts.json';
import './bin.css';

/** Deleted records: looked for, brought back or deleted for good, one or several at a time. */
export default function RecycleBin() {
  const t = useT(texts);
  const text = useText();
  const phone = usePhone();
  const can = useSession((session) => session.can);
  const { state, change, data, isPending, isError, refetch } = useBin();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [problems, setProblems] = useState<ReadonlyMap<number, string>>(new Map());
  const { ask, holder } = useDangerAsk();
  const entries = data?.records ?? [];
  const chosen = entries.filter(({ id }) => selected.has(id));
  const narrowed = state.search !== '' || state.entity !== '';
  const kinds = entityRegistry.all().filter(({ name }) => can(`${name}:delete`));

  async function restore(some: readonly BinEntry[]): Promise<void> {
    try {
      const { restored, failed } = await call(
        'recycleBinRestore',
        { body: { ids: some.map(({ id }) => id) } },
        { quiet: true },
      );
      if (restored.length > 0)
        notify({ kind: 'success', text: { text: t('bin.restored', { count: restored.length }) } });
      if (failed.length > 0)
        notify({ kind: 'warning', text: { text: t('bin.failedTitle', { count: failed.length }) } });
      setProblems(new Map(failed.map(({ id, msg }) => [id, msg])));
    } catch (error) {
      tellFailure(error);
    }
    setSelected(new Set());
    await binChanged(some.flatMap(({ entity, carried }) => [entity, ...carried.map((one) => one.entity)]));
  }

  function purge(some: readonly BinEntry[]): void {
    ask({
      title: t('bin.purgeTitle', { count: some.length }),
      content: (
        <>
          <p>{some.map(({ label }) => label).join(', ')}</p>
          <p>{t('bin.purgeText')}</p>
        </>
      ),
      okText: t('bin.purge'),
      async run() {
        const body = { ids: some.map(({ id }) => id) };
        const asked = call('recycleBinPurge', { body }, { quiet: true });
        await asked.then(
          ({ purged }) => notify({ kind: 'success', text: { text: t('bin.purged', { count: purged }) } }),
          tellFailure,
        );
        setSelected(new Set());
        await binChanged([]);
      },
    });
  }

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
          <Select
            className="wd-bin-kind"
            aria-label={t('bin.entity')}
            value={state.entity}
            options={[
              { value: '', label: t('bin.anyEntity') },
              ...kinds.map(({ name, title }) => ({ value: name, label: text(title) })),
            ]}
            onChange={(entity) => change({ entity })}
          />
        </div>
      </div>
      {entries.length > 0 && (
        <div className="wd-bin-bar">
          <Checkbox
            checked={chosen.length === entries.length}
            indeterminate={chosen.length > 0 && chosen.length < entries.length}
            onChange={(event) =>
              setSelected(new Set(event.target.checked ? entries.map(({ id }) => id) : []))
            }
          >
            {t('bin.selected', { count: chosen.length })}
          </Checkbox>
          <span className="wd-list-actions">
            <Button
              icon={<Icon name="undo" />}
              disabled={chosen.length === 0}
              onClick={() => void restore(chosen)}
            >
              {t('bin.restore')}
            </Button>
            <Button danger disabled={chosen.length === 0} onClick={() => purge(chosen)}>
              {t('bin.purge')}
            </Button>
          </span>
        </div>
      )}
      <div className="wd-bin-rows wd-card">
        <Panel
          icon="delete"
          pending={isPending}
          failed={isError && !data}
          onRetry={() => void refetch()}
          empty={
            entries.length > 0
              ? undefined
              : narrowed
                ? t('bin.noneTitle')
                : `${t('bin.emptyTitle')} · ${t('bin.emptyText')}`
          }
        >
          <ul>
            {entries.map((entry) => (
              <BinRow
                key={entry.id}
                entry={entry}
                selected={selected.has(entry.id)}
                problem={problems.get(entry.id)}
                onSelect={(on) => select(entry.id, on)}
                onRestore={() => void restore([entry])}
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
