import { useQuery } from '@tanstack/react-query';
import { Input, Modal, Select, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { call } from '../../kit/api/client.ts';
import { tellFailure } from '../../kit/api/failure.ts';
import { notify } from '../../kit/api/notices.ts';
import { useT } from '../../kit/i18n/index.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { useSite } from '../../kit/session/site.ts';
import { LoadFailed } from '../../kit/states/LoadFailed.tsx';
import { SIZE } from '../../kit/theme/tokens.ts';
import { useBoardView } from '../address/useBoardView.ts';
import { useBoard } from '../document/useBoardStore.ts';
import { MatchReport } from '../match/MatchReport.tsx';
import { type Chosen, fillDocument } from '../match/missing.ts';
import { useBoardSession } from '../session/boardSession.ts';
import { createBoard } from './createBoard.ts';
import './boards.css';

const MAX_NAME = 60;

/** This board for another station: what was found there, what was not and what shall stand in its place. */
export function TemplateDialog({ onClose }: { onClose(): void }) {
  const t = useT();
  const id = useId();
  const { station, store } = useBoardSession();
  const { stations } = useSite();
  const { change } = useBoardView();
  const board = useBoard(store, (state) => state.history.document);
  const [target, setTarget] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<Chosen>({});
  const [busy, setBusy] = useState(false);
  const match = useQuery(
    {
      queryKey: ['boardMatch', target, board],
      queryFn: ({ signal }) =>
        call('boardMatch', { body: { stationSn: target!, document: board } }, { quiet: true, signal }),
      enabled: target !== null,
      gcTime: 0,
    },
    queryClient,
  );
  const others = stations.filter(({ sn }) => sn !== station.sn);
  const choose = (sn: string) => {
    setTarget(sn);
    setChosen({});
  };

  async function create(stationSn: string): Promise<void> {
    if (!match.data) return;
    setBusy(true);
    try {
      const document = fillDocument(match.data.document, chosen);
      const entry = { name: name.trim(), stationSn, visibility: 'private' as const };
      const boardId = await createBoard(
        stationSn,
        entry,
        document,
        t('boards.template.note', { from: station.sn }),
      );
      notify({ kind: 'success', text: { text: t('boards.template.done') } });
      onClose();
      change({ station: stationSn, board: String(boardId), tab: null }, 'push');
    } catch (error) {
      tellFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal
      open
      title={t('boards.template.title')}
      width={SIZE.form + SIZE.sider / 2}
      okText={t('boards.template.create')}
      cancelText={t('common.cancel')}
      okButtonProps={{ disabled: !match.data || name.trim() === '', loading: busy }}
      onOk={() => target && void create(target)}
      onCancel={onClose}
    >
      <div className="wd-template">
        <label htmlFor={`${id}-station`}>{t('boards.template.station')}</label>
        <Select
          id={`${id}-station`}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('boards.template.choose')}
          value={target}
          onChange={choose}
          options={others.map(({ sn, name: label }) => ({ value: sn, label: `${label} (${sn})` }))}
        />
        <label htmlFor={`${id}-name`}>{t('boards.template.name')}</label>
        <Input
          id={`${id}-name`}
          maxLength={MAX_NAME}
          value={name}
          onChange={({ target: { value } }) => setName(value)}
        />
      </div>
      {match.isError && (
        <LoadFailed title={t('boards.template.failed')} onRetry={() => void match.refetch()} />
      )}
      {match.isFetching && <Skeleton active />}
      {target !== null && match.data && (
        <MatchReport
          stationSn={target}
          match={match.data}
          chosen={chosen}
          onChoose={(pointer, pair) => setChosen((before) => ({ ...before, [pointer]: pair }))}
        />
      )}
    </Modal>
  );
}
