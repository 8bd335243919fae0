import { Button, Modal, QRCode, Skeleton } from 'antd';
import type { Entity } from '../../core/definitions/entities.ts';
import { formatZoned } from '../../core/numbers/format.ts';
import { useT } from '../../kit/i18n/index.ts';
import { useDangerAsk } from '../../kit/overlay/useDangerAsk.ts';
import { KeptAddress, OnceAddress } from '../../kit/parts/OnceAddress.tsx';
import { LoadFailed } from '../../kit/states/LoadFailed.tsx';
import './link.css';
import { useRecordLink } from './useRecordLink.ts';

interface Props {
  entity: Entity;
  id: number;
  onClose(): void;
}

/** Shows the address as a QR code. */
function LinkCode({ address }: { address: string }) {
  const t = useT();
  return (
    <div className="wd-link-code" role="img" aria-label={t('link.code')}>
      <QRCode value={address} errorLevel="Q" bgColor="#fff" color="#000" type="svg" />
    </div>
  );
}

/** Creates, copies and ends a record's public link, which works without sign-in. Shows the number of visits. */
export default function LinkDialog({ entity, id, onClose }: Props) {
  const t = useT();
  const { ask, holder } = useDangerAsk();
  const { link, kept, isPending, isError, refetch, address, busy, make, end } = useRecordLink(entity, id);
  const confirmEnd = () =>
    ask({ title: t('link.endTitle'), content: t('link.endText'), okText: t('link.end'), run: end });
  return (
    <Modal
      open
      title={t('link.title')}
      onCancel={onClose}
      footer={[
        link && (
          <Button key="end" danger onClick={confirmEnd}>
            {t('link.end')}
          </Button>
        ),
        <Button key="make" type="primary" loading={busy} disabled={isPending} onClick={() => void make()}>
          {t(link ? 'link.again' : 'link.make')}
        </Button>,
      ]}
    >
      {holder}
      <p className="wd-link-text">{t('link.text')}</p>
      {kept ? (
        <>
          <KeptAddress address={kept} />
          <LinkCode address={kept} />
        </>
      ) : (
        address && (
          <>
            <OnceAddress address={address} />
            <LinkCode address={address} />
          </>
        )
      )}
      {isError && <LoadFailed title={t('link.failed')} onRetry={() => void refetch()} />}
      {isPending && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {!isPending && !isError && !link && <p>{t('link.none')}</p>}
      {link && (
        <p>
          {t('link.until', { time: formatZoned(link.endsAt, 'minute') })}
          <small className="wd-link-facts">
            {t('link.by', {
              who: link.createdBy,
              time: formatZoned(link.createdAt, 'minute'),
              count: link.opens,
            })}
          </small>
          {link.openedAt !== null && (
            <small className="wd-link-facts">
              {t('link.last', { time: formatZoned(link.openedAt, 'minute') })}
            </small>
          )}
        </p>
      )}
    </Modal>
  );
}
