import { useQuery } from '@tanstack/react-query';
import { Modal, Skeleton } from 'antd';
import { useState } from 'react';
import type { DashboardDocument } from '../../../generated/definition.ts';
import { call } from '../../kit/api/client.ts';
import { useT } from '../../kit/i18n/index.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { LoadFailed } from '../../kit/states/LoadFailed.tsx';
import { SIZE } from '../../kit/theme/tokens.ts';
import { useBoard } from '../document/useBoardStore.ts';
import { MatchReport } from '../match/MatchReport.tsx';
import { type Chosen, fillDocument } from '../match/missing.ts';
import { useBoardSession } from '../session/boardSession.ts';
import { TemplateFields } from './TemplateFields.tsx';
import { useMakeFor } from './useMakeFor.ts';
import './boards.css';

/** Requests which variables of the board exist on the target station. Without a target it sends no request. */
const useMatch = (target: string | null, board: DashboardDocument) =>
  useQuery(
    {
      queryKey: ['boardMatch', target, board],
      queryFn: ({ signal }) =>
        call('boardMatch', { body: { stationSn: target!, document: board } }, { quiet: true, signal }),
      enabled: target !== null,
      gcTime: 0,
    },
    queryClient,
  );

/** Copies this board for another station: it shows the found variables, the missing ones and their stand-ins. */
export function TemplateDialog({ onClose }: { onClose(): void }) {
  const t = useT();
  const { store } = useBoardSession();
  const board = useBoard(store, (state) => state.history.document);
  // The chosen stand-ins are valid for that station only.
  const [{ target, chosen }, setTarget] = useState<{ target: string | null; chosen: Chosen }>({
    target: null,
    chosen: {},
  });
  const [name, setName] = useState('');
  const match = useMatch(target, board);
  const { make, busy } = useMakeFor(onClose);
  const create = () => {
    if (target !== null && match.data)
      void make(target, name.trim(), fillDocument(match.data.document, chosen));
  };
  return (
    <Modal
      open
      title={t('boards.template.title')}
      width={SIZE.form + SIZE.sider / 2}
      okText={t('boards.template.create')}
      cancelText={t('common.cancel')}
      okButtonProps={{ disabled: !match.data || name.trim() === '', loading: busy }}
      onOk={create}
      onCancel={onClose}
    >
      <TemplateFields
        target={target}
        name={name}
        onTarget={(sn) => setTarget({ target: sn, chosen: {} })}
        onName={setName}
      />
      {match.isError && (
        <LoadFailed title={t('boards.template.failed')} onRetry={() => void match.refetch()} />
      )}
      {match.isFetching && <Skeleton active />}
      {target !== null && match.data && (
        <MatchReport
          stationSn={target}
          match={match.data}
          chosen={chosen}
          onChoose={(pointer, pair) =>
            setTarget((before) => ({ ...before, chosen: { ...before.chosen, [pointer]: pair } }))
          }
        />
      )}
    </Modal>
  );
}
