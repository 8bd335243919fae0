import { useCallback, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Entity } from '../../core/definitions/entities.ts';
import { useEntityName } from '../../form/values/entityName.ts';
import { labelOfRecord } from '../../form/values/recordName.ts';
import { useLiveCommands } from '../../kit/command/commandStore.ts';
import { addRecent } from '../../kit/command/recents.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { PageHeader } from '../../kit/parts/PageHeader.tsx';
import { useIsStaged } from '../../kit/parts/staged.ts';
import { placeOf } from '../../kit/session/places.ts';
import { ListFailed } from '../../kit/states/ListStates.tsx';
import { PageSkeleton } from '../../kit/states/PageSkeleton.tsx';
import { useDelete } from '../calls/useDelete.ts';
import { type ListRecord, useRecord } from '../calls/useRecords.ts';
import { RecordDialog } from '../dialog/RecordDialog.tsx';
import { useGiving } from '../giving/useGiving.tsx';
import { RecordButtons } from './RecordButtons.tsx';
import { RecordGone } from './RecordGone.tsx';
import { RECORD_TABS, type RecordTab, RecordView } from './RecordView.tsx';
import { commandsRecord } from './recordCommands.ts';

const TAB = 'tab';

interface Props {
  /** The address of the list. Null for a page with a single record. */
  list: string | null;
  entity: Entity;
  id: number;
}

/** Shows a record with its actions as a whole page. */
export function RecordScreen({ list, entity, id }: Props) {
  const t = useT();
  const text = useText();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const { data, isError, error, refetch } = useRecord(entity, id, undefined);
  const [editing, setEditing] = useState<ListRecord | null>(null);
  // Returns to the list at its last address, with the same filters.
  const leave = useCallback(() => void (list !== null && navigate(placeOf(list))), [navigate, list]);
  const deletion = useDelete(entity, leave);
  const giving = useGiving(entity, data);
  const name = useEntityName(entity);
  const label = data ? labelOfRecord(entity, data) : null;
  const allowed = new Set(data?._actions);
  const tab: RecordTab = params.get(TAB) ?? 'details';
  const app = t('app.name');
  const staged = useIsStaged();
  useEffect(() => {
    if (label !== null && !staged) document.title = `${label} · ${app}`;
  }, [label, app, staged]);
  useEffect(() => {
    if (label !== null && list !== null && !staged)
      void addRecent({ id: `${entity.name}.${id}`, label, title: entity.title, path: `${list}/${id}` });
  }, [label, entity, id, list, staged]);

  const setTab = (next: RecordTab) => {
    const others = new URLSearchParams(params);
    if (next === 'details') others.delete(TAB);
    else others.set(TAB, next);
    setParams(others, { replace: true });
  };

  const tabs = Object.fromEntries(RECORD_TABS.map((one) => [one, () => setTab(one)]));
  useLiveCommands(
    commandsRecord({
      ...tabs,
      back: list === null ? undefined : leave,
      handover: giving.handover,
      share: giving.share,
      edit: data && allowed.has('update') ? () => setEditing(data) : undefined,
      delete: data && allowed.has('delete') ? () => deletion.ask(data) : undefined,
    }),
  );

  return (
    <section className="wd-record-page" aria-label={label ?? text(entity.title)}>
      <PageHeader title={label ?? text(entity.title)} onClose={list === null ? undefined : leave}>
        {data && (
          <RecordButtons
            {...{ entity, giving }}
            record={data}
            onEdit={() => setEditing(data)}
            onDelete={() => deletion.ask(data)}
          />
        )}
      </PageHeader>
      <div className="wd-record-body" data-wide={entity.detail?.tabs ? true : undefined}>
        {isError && !data ? (
          <RecordGone
            error={error}
            failed={<ListFailed title={name} onRetry={() => void refetch()} />}
            onClose={leave}
          />
        ) : data ? (
          <RecordView entity={entity} record={data} tab={tab} onTab={setTab} isPage />
        ) : (
          <PageSkeleton />
        )}
      </div>
      {editing && <RecordDialog entity={entity} record={editing} onClose={() => setEditing(null)} />}
      {giving.dialog}
      {deletion.holder}
    </section>
  );
}
