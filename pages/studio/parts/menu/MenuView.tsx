import { useQuery } from '@tanstack/react-query';
import { Button, Modal, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { MENU_GROUPS } from '../../../../runtime/core/definitions/menuGroups.ts';
import { call } from '../../../../runtime/kit/api/client.ts';
import { notifyFailure } from '../../../../runtime/kit/api/failure.ts';
import { notify } from '../../../../runtime/kit/api/notices.ts';
import { useT, useText } from '../../../../runtime/kit/i18n/index.ts';
import { queryClient } from '../../../../runtime/kit/session/queryClient.ts';
import { useSession } from '../../../../runtime/kit/session/session.ts';
import { ListFailed } from '../../../../runtime/kit/states/ListStates.tsx';
import { Icon } from '../../../../runtime/kit/theme/Icon.tsx';
import { useDragOrder } from '../../../../runtime/list/table/useDragOrder.ts';
import texts from '../../texts.json';
import { Grip } from '../design/Grip.tsx';
import { refreshStudio } from '../useStudio.ts';
import './menu.css';
import {
  changedPlaces,
  GROUP_NAMES,
  type GroupName,
  inGroup,
  type Landing,
  type Menu,
  type MenuEntry,
  placeEntry,
  stepEntry,
} from './menuOrder.ts';

const ENTRY = 'entry:';
const GROUP = 'group:';

const landingAt = (target: string, side: 'before' | 'behind'): Landing =>
  target.startsWith(GROUP)
    ? { group: target.slice(GROUP.length) as GroupName }
    : { beside: target.slice(ENTRY.length), side };

/** Loads the menu, and orders its entries. */
export function MenuView() {
  const t = useT(texts);
  const { data, isPending, isError, refetch } = useQuery(
    { queryKey: ['studio', 'menu'], queryFn: () => call('studioMenu', {}, { quiet: true }) },
    queryClient,
  );
  if (isPending) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (isError || !data) return <ListFailed title={t('studio.menuEntry')} onRetry={() => void refetch()} />;
  return <MenuOrder key={data.revision} menu={data} />;
}

/** Applies the order, and undoes the last applied change. */
function useMenuChange(menu: Menu, entries: readonly MenuEntry[]) {
  const t = useT(texts);
  const [busy, setBusy] = useState(false);
  async function run(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    await work().catch(notifyFailure);
    await refreshStudio();
    setBusy(false);
  }
  const places = changedPlaces(menu.entries, entries);
  const undo = (id: number) =>
    run(async () => {
      await call('studioUndo', { body: { id } }, { quiet: true });
      notify({ kind: 'success', text: { text: t('studio.undone') } });
    });
  const apply = () =>
    run(async () => {
      const body = { revision: menu.revision, places };
      const { id } = await call('studioMenuApply', { body }, { quiet: true });
      notify({
        kind: 'success',
        text: { text: t('studio.applied') },
        action: { key: 'record.undo', run: () => void undo(id) },
      });
    });
  return { busy, places, apply };
}

function MenuOrder({ menu }: { menu: Menu }) {
  const t = useT(texts);
  const text = useText();
  const mayApply = useSession(({ user }) => user?.admin === true);
  const [entries, setEntries] = useState<readonly MenuEntry[]>(menu.entries);
  const [role, setRole] = useState<string | undefined>();
  const [modal, holder] = Modal.useModal();
  const { busy, places, apply } = useMenuChange(menu, entries);
  const { drag, begin } = useDragOrder('y', (dragged, target, side) =>
    setEntries(placeEntry(entries, dragged.slice(ENTRY.length), landingAt(target, side))),
  );
  const landing = (name: string) => (drag?.target === name && drag.name !== name ? drag.side : undefined);
  const confirmApply = () =>
    modal.confirm({
      title: t('studio.applyTitle'),
      content: (
        <>
          <p>{t('studio.menuMoves', { count: places.length })}</p>
          <p className="wd-studio-note">{t('studio.applyText')}</p>
        </>
      ),
      okText: t('studio.apply'),
      cancelText: t('common.cancel'),
      onOk: apply,
    });
  return (
    <section className="wd-studio-editor" aria-label={t('studio.menuEntry')}>
      {holder}
      <header className="wd-studio-head">
        <h2>{t('studio.menuEntry')}</h2>
        <span className="wd-studio-actions">
          <Select
            aria-label={t('studio.menuRole')}
            placeholder={t('studio.menuRole')}
            allowClear
            popupMatchSelectWidth={false}
            value={role}
            options={menu.roles.map(({ key, name }) => ({ value: key, label: text(name) }))}
            onChange={setRole}
          />
          {places.length > 0 && (
            <Button onClick={() => setEntries(menu.entries)}>{t('studio.discard')}</Button>
          )}
          <Button
            type="primary"
            loading={busy}
            disabled={places.length === 0 || !mayApply}
            onClick={confirmApply}
          >
            {t('studio.apply')}
          </Button>
        </span>
      </header>
      <p className="wd-studio-note">{t(mayApply ? 'studio.menuHelp' : 'studio.menuNotAdmin')}</p>
      <div className="wd-studio-menu" data-drag-scope>
        {GROUP_NAMES.map((group) => (
          <Group
            key={group}
            {...{ group, role, landing, mayApply }}
            entries={inGroup(entries, group)}
            onGrip={begin}
            onStep={(page, by) => setEntries(stepEntry(entries, page, by))}
          />
        ))}
      </div>
    </section>
  );
}

interface GroupProps {
  group: GroupName;
  entries: readonly MenuEntry[];
  role: string | undefined;
  mayApply: boolean;
  landing(name: string): 'before' | 'behind' | undefined;
  onGrip: ReturnType<typeof useDragOrder>['begin'];
  onStep(page: string, by: -1 | 1): void;
}

/** A group of the menu with its entries. Those that the role does not see are pale. */
function Group({ group, entries, role, mayApply, landing, onGrip, onStep }: GroupProps) {
  const t = useT(texts);
  const text = useText();
  const { title: heading, icon: sign } = MENU_GROUPS[group];
  return (
    <section
      className="wd-card"
      aria-label={text(heading)}
      data-drag={GROUP + group}
      data-landing={landing(GROUP + group)}
    >
      <h3>
        <Icon name={sign} /> {text(heading)}
      </h3>
      <ol>
        {entries.map(({ page, title, icon, definition, roles }) => {
          const isPale = role !== undefined && !roles.includes(role);
          return (
            <li
              key={page}
              data-drag={ENTRY + page}
              data-landing={landing(ENTRY + page)}
              data-pale={isPale || undefined}
            >
              <Grip
                title={text(title)}
                axis="y"
                disabled={definition === null || !mayApply}
                onGrip={(event) => onGrip(event, ENTRY + page)}
                onStep={(by) => onStep(page, by)}
              />
              {icon && <Icon name={icon} />}
              <span>{text(title)}</span>
              {definition === null && <small>{t('studio.menuFixed')}</small>}
              {isPale && <small>{t('studio.menuUnseen')}</small>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
