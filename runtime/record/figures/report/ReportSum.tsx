import { useQuery } from '@tanstack/react-query';
import type { ReportBlock, StatisticDefinition } from '../../../../generated/definition.ts';
import { personContext } from '../../../core/access/personContext.ts';
import { ApiError } from '../../../kit/api/client.ts';
import { timeZone } from '../../../kit/browser/timeZone.ts';
import { useLang, useT, useText } from '../../../kit/i18n/index.ts';
import { queryClient } from '../../../kit/session/queryClient.ts';
import texts from '../texts.json';
import { figureText, titleOf } from '../words.ts';
import { blockQuery, type ReportSettings } from './blockQuery.ts';

interface Props {
  block: ReportBlock;
  statistic: StatisticDefinition;
  asked: ReportSettings;
  figures: readonly string[];
}

/**
 * Sums several currencies in the home currency, with current rates and their dates. If that is not possible, the reason
 * is shown.
 */
export function ReportSum({ block, statistic, asked, figures }: Props) {
  const t = useT(texts);
  const text = useText();
  const lang = useLang();
  const sumOn = dayOf(Date.now());
  const { data, error } = useQuery(
    { ...blockQuery(block, { ...asked, compare: undefined }, sumOn), retry: false },
    queryClient,
  );
  if (error)
    return (
      <p className="wd-statistic-sum" role="status">
        {error instanceof ApiError && error.msg ? error.msg : t('report.failed')}
      </p>
    );
  const sum = data?.sum;
  if (!sum) return null;
  // Only amounts have a currency.
  const titleIn = (name: string) => {
    const title = text(titleOf(statistic, name));
    return typeof sum.figures[name] === 'string' ? t('report.sum', { title, currency: sum.currency }) : title;
  };
  const shown = figures.filter((name) => sum.figures[name] !== null && sum.figures[name] !== undefined);
  return (
    <div className="wd-statistic-sum">
      <dl className="wd-statistic-cards">
        {shown.map((name) => (
          <div key={name}>
            <dt>{titleIn(name)}</dt>
            <dd>{figureText(statistic, name, sum.figures[name], sum.currency, lang)}</dd>
          </div>
        ))}
      </dl>
      <p>
        {sum.rates.map(({ currency, rate, day }) => t('report.rate', { currency, rate, day })).join(' · ')}
      </p>
    </div>
  );
}

const dayOf = (now: number): string =>
  String(personContext({ userId: 0, userName: '', lang: 'en', zone: timeZone }, now).today);
