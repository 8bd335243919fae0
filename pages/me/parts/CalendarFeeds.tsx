import { useT } from '../../../runtime/kit/i18n/index.ts';
import { FeedList } from '../../../runtime/list/subscribe/FeedList.tsx';
import { useFeeds } from '../../../runtime/list/subscribe/useFeeds.ts';
import texts from '../texts.json';
import { Section } from './Section.tsx';

/** Lists the user's calendar subscriptions. Hidden without any. */
export function CalendarFeeds() {
  const t = useT(texts);
  const { feeds, end } = useFeeds();
  if (!feeds?.length) return null;
  return (
    <Section title={t('me.calendars')} text={t('me.calendarsText')}>
      <FeedList feeds={feeds} onEnd={end} />
    </Section>
  );
}
