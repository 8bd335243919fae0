import { Button, Segmented, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useT, useText } from '../../runtime/kit/i18n/index.ts';
import '../../runtime/list/screen/list.css';
import { TimeAgo } from '../../runtime/kit/parts/TimeAgo.tsx';
import { useTaskCounts } from '../../runtime/kit/session/counts.ts';
import { ListFailed } from '../../runtime/kit/states/ListStates.tsx';
import { Icon } from '../../runtime/kit/theme/Icon.tsx';
import { usePhone } from '../../runtime/kit/theme/useMedia.ts';
import { ListPager } from '../../runtime/list/screen/ListPager.tsx';
import './message.css';
import {
  deleteNotice,
  KINDS,
  type Kind,
  markNotices,
  type NoticeLine,
  useNotices,
} from './parts/useNotices.ts';
import texts from './texts.json';

const ICONS: Record<Kind, string> = {
  approval: 'stamp',
  transition: 'history',
  comment: 'message',
  alarm: 'alarm',
  reminder: 'clock',
};
const EMPTY_SIGN = 32;
const BONES = 6;

interface NoticeFilter {
  unread: boolean;
  kind: Kind | '';
}

/** R017: lists the user's notices, with a mark for read ones (V038). */
export default function Notices() {
  const t = useT(texts);
  const phone = usePhone();
  const [wanted, setWanted] = useState<NoticeFilter>({ unread: false, kind: '' });
  const [place, setPlace] = useState({ current: 1, size: 10 });
  const { unread, kind } = wanted;
  const { data, isPending, isError, isPlaceholderData, refetch } = useNotices({
    ...(unread ? { unread } : {}),
    ...(kind === '' ? {} : { kind }),
    ...place,
  });
  const notices = data?.records ?? [];

  return (
    <section
      className="wd-list"
      data-layout={phone ? 'phone' : 'desk'}
      aria-label={t('message.title')}
      aria-busy={isPending || isPlaceholderData}
    >
      <Tools
        wanted={wanted}
        onChange={(part) => {
          setWanted({ ...wanted, ...part });
          setPlace((now) => ({ ...now, current: 1 }));
        }}
      />
      {isError && !data && <ListFailed title={t('message.title')} onRetry={() => void refetch()} />}
      {isPending && <Skeleton active title={false} paragraph={{ rows: BONES }} />}
      {data && notices.length === 0 && (
        <div className="wd-list-state wd-card">
          <Icon name="message" size={EMPTY_SIGN} />
          <h2>{t(unread ? 'message.noneUnread' : 'message.none')}</h2>
          <p>{t('message.noneText')}</p>
        </div>
      )}
      {notices.length > 0 && (
        <ul className="wd-messages wd-card">
          {notices.map((notice) => (
            <Line key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
      {data && data.total > 0 && (
        <ListPager
          total={data.total}
          {...place}
          onChange={(part) =>
            setPlace((now) => ({ size: part.size ?? now.size, current: part.current ?? 1 }))
          }
        />
      )}
    </section>
  );
}

/** Filters the notices, and marks all of them as read. */
function Tools({ wanted, onChange }: { wanted: NoticeFilter; onChange(part: Partial<NoticeFilter>): void }) {
  const t = useT(texts);
  const count = useTaskCounts()?.unread;
  return (
    <div className="wd-list-tools wd-message-tools">
      <Segmented
        aria-label={t('message.view')}
        value={wanted.unread ? 'unread' : 'all'}
        options={[
          { value: 'all', label: t('message.all') },
          { value: 'unread', label: count ? `${t('message.unread')} ${count}` : t('message.unread') },
        ]}
        onChange={(value) => onChange({ unread: value === 'unread' })}
      />
      <Select<NoticeFilter['kind']>
        className="wd-message-kind"
        aria-label={t('message.kind')}
        value={wanted.kind}
        options={[
          { value: '', label: t('message.anyKind') },
          ...KINDS.map((value) => ({ value, label: t(`message.kind.${value}`) })),
        ]}
        onChange={(kind) => onChange({ kind })}
      />
      <span className="wd-list-actions wd-message-actions">
        <Button icon={<Icon name="check" />} disabled={!count} onClick={() => void markNotices(true)}>
          {t('message.markAll')}
        </Button>
      </span>
    </div>
  );
}

function Line({ notice: { id, kind, text: noticeText, link, isRead, createdAt } }: { notice: NoticeLine }) {
  const t = useT(texts);
  const text = useText();
  const read = () => {
    if (!isRead) void markNotices(true, [id]);
  };
  return (
    <li data-unread={!isRead}>
      <Icon name={ICONS[kind]} />
      <div className="wd-message-body">
        {!isRead && <span className="wd-hidden">{t('message.isUnread')}</span>}
        {link ? (
          <Link to={link} onClick={read}>
            {text(noticeText)}
          </Link>
        ) : (
          <span>{text(noticeText)}</span>
        )}
        <TimeAgo at={createdAt} />
      </div>
      <span className="wd-message-tools-row">
        <Button
          type="text"
          size="small"
          icon={<Icon name={isRead ? 'message' : 'check'} />}
          aria-label={`${t(isRead ? 'message.markUnread' : 'message.markRead')}: ${text(noticeText)}`}
          title={t(isRead ? 'message.markUnread' : 'message.markRead')}
          onClick={() => void markNotices(!isRead, [id])}
        />
        <Button
          type="text"
          size="small"
          icon={<Icon name="delete" />}
          aria-label={`${t('message.delete')}: ${text(noticeText)}`}
          title={t('message.delete')}
          onClick={() => void deleteNotice(id)}
        />
      </span>
    </li>
  );
}
