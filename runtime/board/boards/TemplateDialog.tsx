import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Modal, Select, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { call } from '../../api/client.ts';
import { failure_tell } from '../../api/failure.ts';
import { notify } from '../../api/notices.ts';
import { DeviceVariablePicker } from '../../form/controls/deviceVariable.tsx';
import { queryClient } from '../../form/queryClient.ts';
import { useT } from '../../i18n/index.ts';
import { useSite } from '../../shell/site.ts';
import { SIZE } from '../../theme/tokens.ts';
import { useBoardSession } from '../boardSession.ts';
import { useBoard } from '../useBoardStore.ts';
import { useChangeWords } from '../versions/useChangeWords.ts';
import { useBoardView } from '../view/useBoardView.ts';
import { board_create } from './createBoard.ts';
import { type Chosen, document_fill, type Missing, type Pair } from './missing.ts';
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
      const document = document_fill(match.data.document, chosen);
      const entry = { name: name.trim(), stationSn, visibility: 'private' as const };
      const boardId = await board_create(
        stationSn,
        entry,
        document,
        t('boards.template.note', { from: station.sn }),
      );
      notify({ kind: 'success', text: { text: t('boards.template.done') } });
      onClose();
      change({ station: stationSn, board: String(boardId), tab: null }, 'push');
    } catch (error) {
      failure_tell(error);
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
        <Alert
          type="error"
          showIcon
          title={t('boards.template.failed')}
          action={<Button onClick={() => void match.refetch()}>{t('common.retry')}</Button>}
        />
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

interface ReportProps {
  stationSn: string;
  match: {
    document: { widgets: { id: string; type: string; version: number; config: Record<string, unknown> }[] };
    matched: { exact: boolean }[];
    missing: Missing[];
  };
  chosen: Chosen;
  onChoose(pointer: string, pair: Pair | undefined): void;
}

function MatchReport({ stationSn, match: { document, matched, missing }, chosen, onChoose }: ReportProps) {
  const t = useT();
  const words = useChangeWords();
  const guessed = matched.filter(({ exact }) => !exact).length;
  const left = missing.filter(({ pointer }) => !chosen[pointer]).length;
  const widgetOf = (widgetId: string) => {
    const widget = document.widgets.find((one) => one.id === widgetId);
    return widget ? words.name(widget) : widgetId;
  };
  return (
    <>
      <Alert
        role="status"
        type={left > 0 ? 'warning' : 'success'}
        showIcon
        title={t('boards.template.found', { count: matched.length, all: matched.length + missing.length })}
        description={
          guessed + left > 0 && (
            <>
              {guessed > 0 && <p>{t('boards.template.guessed', { count: guessed })}</p>}
              {left > 0 && <p>{t('boards.template.left', { count: left })}</p>}
            </>
          )
        }
      />
      {missing.length > 0 && (
        <ul className="wd-template-missing" aria-label={t('boards.template.missing')}>
          {missing.map(({ pointer, widgetId, device, variable, name, unit, candidates }) => {
            const what = name ?? variable;
            return (
              <li key={pointer}>
                <p>
                  <strong>{widgetOf(widgetId)}</strong>
                  <span>{[what, unit, device].filter(Boolean).join(' · ')}</span>
                </p>
                <DeviceVariablePicker
                  stationSn={stationSn}
                  aria-label={t('boards.template.instead', { name: what, widget: widgetOf(widgetId) })}
                  value={chosen[pointer]}
                  onChange={(pair) => onChoose(pointer, pair)}
                />
                {!chosen[pointer] && candidates.length > 0 && (
                  <p className="wd-template-candidates">
                    {candidates.slice(0, 3).map((one) => (
                      <Button
                        key={one.sn}
                        size="small"
                        onClick={() => onChoose(pointer, [one.deviceSn, one.sn])}
                      >
                        {one.deviceName} / {one.name}
                      </Button>
                    ))}
                  </p>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
