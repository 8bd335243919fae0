import { languageOf } from '../../../runtime/core/text/lang.ts';
import { useLang, useT } from '../../../runtime/kit/i18n/index.ts';
import { useSession } from '../../../runtime/kit/session/session.ts';
import texts from '../texts.json';
import { partOfDay } from './partOfDay.ts';

/** Greets the user, and shows the date in the user's time zone. */
export function Greeting() {
  const t = useT(texts);
  const lang = useLang();
  const name = useSession(({ user }) => user?.name ?? '');
  const now = new Date();
  const day = new Intl.DateTimeFormat(languageOf(lang).locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  }).format(now);
  return (
    <header className="wd-start-greeting">
      <h2>{t(`start.${partOfDay(now.getHours())}`, { name })}</h2>
      <p>{day}</p>
    </header>
  );
}
