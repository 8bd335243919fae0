import '../../core/definitions/allEntities.ts';
import { Button, Input, Modal, Skeleton } from 'antd';
import { useId } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { OnceAddress } from '../../kit/parts/OnceAddress.tsx';
import { LoadFailed } from '../../kit/states/LoadFailed.tsx';
import type { ListSelection } from '../../record/query/query.ts';
import { FeedList } from './FeedList.tsx';
import './subscribe.css';
import texts from './texts.json';
import { type CalendarFeed, calendarTitle, useFeeds } from './useFeeds.ts';
import { useSubscribe } from './useSubscribe.ts';

interface Props {
  entity: Entity;
  /** Selects the records that the list shows. */
  selection: ListSelection;
  onClose(): void;
}

const NAME_LENGTH = 100;

/** Returns an address that calendar programs open as a subscription. */
const programAddress = (address: string): string => address.replace(/^https?:/, 'webcal:');

/** Creates, copies, replaces and ends the link for calendar programs. Also offers a file. */
export default function SubscribeDialog({ entity, selection, onClose }: Props) {
  const t = useT(texts);
  const id = useId();
  const title = useText()(calendarTitle(entity.name));
  const { feeds, isPending, isError, refetch, refresh, end } = useFeeds();
  const { name, setName, made, busy, forget, make, save } = useSubscribe(entity, selection, title);
  const { filter = '', search = '' } = selection;
  const ours = feeds?.filter((feed) => feed.entity === entity.name) ?? [];
  const isMade = ours.some((feed) => feed.filter === filter && feed.search === search);
  const makeLink = () => void make().then(refresh);
  const endFeed = async (feed: CalendarFeed) => {
    await end(feed);
    forget(feed.id);
  };
  return (
    <Modal
      open
      title={t('subscribe.title')}
      onCancel={onClose}
      footer={[
        <Button key="file" loading={busy === 'file'} onClick={() => void save()}>
          {t('subscribe.file')}
        </Button>,
        <Button key="make" type="primary" loading={busy === 'link'} disabled={isPending} onClick={makeLink}>
          {t(isMade ? 'subscribe.again' : 'subscribe.make')}
        </Button>,
      ]}
    >
      <p className="wd-subscribe-text">{t('subscribe.text')}</p>
      <p className="wd-subscribe-text">
        {t(filter || search ? 'subscribe.shownPart' : 'subscribe.shownAll')}
      </p>
      <label htmlFor={id}>{t('subscribe.name')}</label>
      <Input
        {...{ id, value: name, maxLength: NAME_LENGTH }}
        onChange={(event) => setName(event.target.value)}
        onPressEnter={makeLink}
      />
      {made && (
        <div className="wd-subscribe-made">
          <OnceAddress address={made.address} />
          <Button href={programAddress(made.address)}>{t('subscribe.open')}</Button>
        </div>
      )}
      {isError && <LoadFailed title={t('subscribe.failed')} onRetry={() => void refetch()} />}
      {isPending && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {ours.length > 0 && (
        <>
          <h3 className="wd-subscribe-head">{t('subscribe.ours')}</h3>
          <FeedList feeds={ours} onEnd={endFeed} />
        </>
      )}
    </Modal>
  );
}
