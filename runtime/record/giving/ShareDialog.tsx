import { useQuery } from '@tanstack/react-query';
import { Button, Modal, Skeleton } from 'antd';
import { useState } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { formatZoned } from '../../core/numbers/format.ts';
import { useSaving } from '../../form/model/save/useSaving.ts';
import { FormFailure } from '../../form/screen/FormFailure.tsx';
import { call } from '../../kit/api/client.ts';
import { useT } from '../../kit/i18n/index.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { LoadFailed } from '../../kit/states/LoadFailed.tsx';
import './giving.css';
import { isWhole, NEW_SHARE, ShareFields } from './ShareFields.tsx';
import texts from './texts.json';

interface Props {
  entity: Entity;
  id: number;
  onClose(): void;
}

/** Shows the shares of a record: recipient, access, and end. Shares can be added and ended. */
export default function ShareDialog({ entity, id, onClose }: Props) {
  const t = useT(texts);
  const [wish, setWish] = useState(NEW_SHARE);
  const { busy, failure, save } = useSaving();
  const path = { entity: entity.name, id };
  const queryKey = ['recordShares', entity.name, id];
  const { data, isError, refetch } = useQuery(
    {
      queryKey,
      queryFn: ({ signal }) => call('recordShares', { path }, { quiet: true, signal }),
      gcTime: 0,
    },
    queryClient,
  );

  async function share(): Promise<void> {
    queryClient.setQueryData(queryKey, await call('recordShare', { path, body: wish }, { quiet: true }));
    setWish(NEW_SHARE);
  }
  async function end(shareId: number): Promise<void> {
    const left = await call('recordShareEnd', { path: { ...path, shareId } }, { quiet: true });
    queryClient.setQueryData(queryKey, left);
  }

  return (
    <Modal
      open
      title={t('list.share')}
      okText={t('list.share')}
      okButtonProps={{ disabled: !isWhole(wish), loading: busy }}
      cancelText={t('common.close')}
      onOk={() => void save(share)}
      onCancel={onClose}
    >
      <FormFailure text={failure} />
      {isError && <LoadFailed title={t('share.failed')} onRetry={() => void refetch()} />}
      {!isError && !data && <Skeleton active title={false} paragraph={{ rows: 1 }} />}
      {data?.length === 0 && <p className="wd-form-notice">{t('share.none')}</p>}
      {data && data.length > 0 && (
        <ul className="wd-shares" aria-label={t('list.share')}>
          {data.map(({ id: shareId, name, right, endsAt }) => (
            <li key={shareId}>
              <span>
                {name}
                <small>
                  {t(`share.${right}`)}
                  {endsAt !== null && ` · ${t('share.endsAt', { time: formatZoned(endsAt, 'minute') })}`}
                </small>
              </span>
              <Button
                type="text"
                danger
                aria-label={t('share.endOf', { name })}
                onClick={() => void save(() => end(shareId))}
              >
                {t('share.end')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ShareFields wish={wish} onChange={setWish} />
    </Modal>
  );
}
