import '../../core/definitions/allEntities.ts';
import { Button } from 'antd';
import { formatZoned } from '../../core/numbers/format.ts';
import '../../form/rights/access.css';
import { useT, useText } from '../../kit/i18n/index.ts';
import { useDangerAsk } from '../../kit/overlay/useDangerAsk.ts';
import { TimeAgo } from '../../kit/parts/TimeAgo.tsx';
import texts from './texts.json';
import { type CalendarFeed, calendarTitle } from './useFeeds.ts';

interface Props {
  feeds: readonly CalendarFeed[];
  onEnd(feed: CalendarFeed): Promise<void>;
}

/** Lists subscriptions with their last access. Asks for confirmation before a subscription is ended. */
export function FeedList({ feeds, onEnd }: Props) {
  const t = useT(texts);
  const text = useText();
  const { ask, holder } = useDangerAsk();
  const nameOf = ({ name, entity }: CalendarFeed): string => name ?? text(calendarTitle(entity));
  const confirm = (feed: CalendarFeed) =>
    ask({
      title: t('subscribe.endTitle', { name: nameOf(feed) }),
      content: t('subscribe.endText'),
      okText: t('subscribe.end'),
      run: () => onEnd(feed),
    });
  return (
    <ul className="wd-signin-list">
      {feeds.map((feed) => (
        <li key={feed.id}>
          <div>
            <p>{nameOf(feed)}</p>
            <p className="wd-signin-note">
              {t(feed.filter || feed.search ? 'subscribe.part' : 'subscribe.all')} ·{' '}
              {t('subscribe.made', { time: formatZoned(feed.createdAt, 'minute') })} ·{' '}
              {feed.readAt === null ? (
                t('subscribe.unread')
              ) : (
                <>
                  {t('subscribe.read')} <TimeAgo at={feed.readAt} />
                </>
              )}
            </p>
          </div>
          <Button size="small" danger onClick={() => confirm(feed)}>
            {t('subscribe.end')}
          </Button>
        </li>
      ))}
      {holder}
    </ul>
  );
}
