import { Button, Modal, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { useT } from '../../kit/i18n/index.ts';
import { useDangerAsk } from '../../kit/overlay/useDangerAsk.ts';
import { OnceAddress } from '../../kit/parts/OnceAddress.tsx';
import { LoadFailed } from '../../kit/states/LoadFailed.tsx';
import { SIZE } from '../../kit/theme/tokens.ts';
import { ShareList } from './ShareList.tsx';
import { useShares } from './useShares.ts';
import './boards.css';

const HOURS = [1, 24, 168, 720, 8760] as const;

/** Manages links that show this board without sign-in: create with an end date, list, revoke. */
export function ShareDialog({ onClose }: { onClose(): void }) {
  const t = useT();
  const [hours, setHours] = useState<number>(24);
  const { ask, holder } = useDangerAsk();
  const { shares, isPending, isError, refetch, address, busy, create, revoke } = useShares();
  const askRevoke = (id: number) =>
    ask({
      title: t('boards.share.revokeTitle'),
      content: t('boards.share.revokeText'),
      okText: t('boards.share.revoke'),
      run: () => revoke(id),
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
        <Button type="primary" loading={busy} onClick={() => void create(hours)}>
          {t('boards.share.create')}
        </Button>
      </div>
      {address && <OnceAddress address={address} />}
      <h3>{t('boards.share.list')}</h3>
      {isError && <LoadFailed title={t('boards.failed')} onRetry={() => void refetch()} />}
      {isPending && <Skeleton active />}
      {shares && <ShareList shares={shares} onRevoke={askRevoke} />}
    </Modal>
  );
}
