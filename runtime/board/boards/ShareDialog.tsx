import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Modal, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { formatMoment } from '../../core/format.ts';
import { call } from '../../kit/api/client.ts';
import { notify } from '../../kit/api/notices.ts';
import { useT } from '../../kit/i18n/index.ts';
import { useDangerAsk } from '../../kit/overlay/useDangerAsk.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { LoadFailed } from '../../kit/states/LoadFailed.tsx';
import { SIZE } from '../../kit/theme/tokens.ts';
import { useBoardSession } from '../session/boardSession.ts';
import { sharedBoardPath } from '../widget/sharedAddress.ts';
import './boards.css';

const HOURS = [1, 24, 168, 720, 8760] as const;

/** Links that show this board to whoever has them: made with an end, listed, and taken back. */
export function ShareDialog({ onClose }: { onClose(): void }) {
  const t = useT();
  const { station, boardId } = useBoardSession();
  const [hours, setHours] = useState<number>(24);
  const [address, setAddress] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { ask, holder } = useDangerAsk();
  const shares = useQuery(
    {
      queryKey: ['boardShares', station.sn],
      queryFn: ({ signal }) =>
        call('boardShares', { query: { stationSn: station.sn } }, { quiet: true, signal }),
      gcTime: 0,
    },
    queryClient,
  );
  const own = shares.data?.filter((share) => share.boardId === boardId);

  async function create(): Promise<void> {
    setBusy(true);
    try {
      const body = { stationSn: station.sn, boardId, hours };
      const { token } = await call('boardShareCreate', { body });
      setAddress(location.origin + sharedBoardPath(token));
      await shares.refetch();
    } catch {
      // Told in passing.
    } finally {
      setBusy(false);
    }
  }
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      notify({ kind: 'success', text: { text: t('boards.share.copied') } });
    } catch {
      notify({ kind: 'warning', text: { text: t('boards.share.copyFailed') } });
    }
  };
  const revoke = (id: number) =>
    ask({
      title: t('boards.share.revokeTitle'),
      content: t('boards.share.revokeText'),
      okText: t('boards.share.revoke'),
      run: async () => {
        await call('boardShareRevoke', { path: { id } }, { quiet: true });
        setAddress(null);
        await shares.refetch();
      },
    });

  return (
    <Modal
      open
      title={t('boards.share.title')}
      width={SIZE.dialog + SIZE.sider / 2}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      {holder}
      <p className="wd-share-text">{t('boards.share.text')}</p>
      <div className="wd-share-new">
        <Select
          aria-label={t('boards.share.hours')}
          value={hours}
          onChange={setHours}
          options={HOURS.map((value) => ({ value, label: t(`boards.share.hours.${value}`) }))}
        />
        <Button type="primary" loading={busy} onClick={() => void create()}>
          {t('boards.share.create')}
        </Button>
      </div>
      {address && (
        <Alert
          role="status"
          type="success"
          showIcon
          title={t('boards.share.once')}
          description={
            <div className="wd-share-new">
              <Input readOnly value={address} aria-label={t('boards.share.address')} />
              <Button onClick={() => void copy(address)}>{t('me.copy')}</Button>
            </div>
          }
        />
      )}
      <h3>{t('boards.share.list')}</h3>
      {shares.isError && <LoadFailed title={t('boards.failed')} onRetry={() => void shares.refetch()} />}
      {shares.isPending && <Skeleton active />}
      {own?.length === 0 && <p className="wd-boards-none">{t('boards.share.none')}</p>}
      <ul className="wd-share-list">
        {own?.map(({ id, createdBy, createdAt, expiresAt, opens }) => (
          <li key={id}>
            <span>
              {t('boards.share.until', { time: formatMoment(expiresAt, 'minute') })}
              <small>
                {t('boards.share.by', {
                  who: createdBy,
                  time: formatMoment(createdAt, 'minute'),
                  count: opens,
                })}
              </small>
            </span>
            <Button danger type="text" onClick={() => revoke(id)}>
              {t('boards.share.revoke')}
            </Button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
