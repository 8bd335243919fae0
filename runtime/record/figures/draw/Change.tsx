import { useT } from '../../../kit/i18n/index.ts';
import texts from '../texts.json';
import { changeText } from '../words.ts';

/** Shows the increase or decrease of a figure, with an arrow and a text. */
export function Change({ change }: { change: number | null | undefined }) {
  const t = useT(texts);
  const way = !change ? null : change > 0 ? 'rise' : 'drop';
  if (change === null || change === undefined) return null;
  return (
    <span className="wd-statistic-change" data-way={way ?? undefined}>
      {way && (
        <svg viewBox="0 0 10 10" role="img" aria-label={t(`figures.${way}`)}>
          <path d={way === 'rise' ? 'M5 0 10 7H0Z' : 'M5 10 0 3h10Z'} fill="currentColor" />
        </svg>
      )}
      {changeText(change)}
    </span>
  );
}
