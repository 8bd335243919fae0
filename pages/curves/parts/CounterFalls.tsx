import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { dictionaries } from '../../../runtime/core/definitions/dictionaries.ts';
import { listPageOf } from '../../../runtime/core/definitions/pages.ts';
import { formatMoment } from '../../../runtime/core/numbers/format.ts';
import { fieldOptions, findOption } from '../../../runtime/form/values/options.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { useLang, useT } from '../../../runtime/kit/i18n/index.ts';
import { pageAccess } from '../../../runtime/kit/session/pageAccess.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import { useSession } from '../../../runtime/kit/session/session.ts';
import type { Span } from '../../shared/period/period.ts';
import texts from '../texts.json';

const SHOWN = 3;
const ENTITY = 'counterFall';

interface Props {
  curves: readonly { sn: string }[];
  span: Span;
  zone: string;
}

function useFalls({ curves, span }: Props, isEnabled: boolean) {
  const sns = curves.map(({ sn }) => sn);
  const edges = [span.from, span.to].map((ts) => new Date(ts).toISOString());
  const filter = JSON.stringify({
    and: [
      { field: 'variableSn', op: 'in', value: sns },
      { field: 'afterAt', op: 'between', value: edges },
    ],
  });
  return useQuery(
    {
      queryKey: ['counterFalls', filter],
      queryFn: ({ signal }) =>
        call(
          'counterFallPage',
          { query: { filter, size: SHOWN, sort: '-afterAt' } },
          { quiet: true, signal },
        ),
      enabled: isEnabled && sns.length > 0,
    },
    queryClient,
  );
}

/** Lists assessed drops of these counters in the visible window, because their statistics depend on them. */
export function CounterFalls(props: Props) {
  const t = useT(texts);
  const lang = useLang();
  const session = useSession();
  const page = listPageOf(ENTITY, (one) => pageAccess(one, session) === 'open');
  const { data } = useFalls(props, page !== null);
  if (!page || !data || data.total === 0) return null;
  const kinds = fieldOptions({ 'x-dictionary': 'counterFallKind' }, dictionaries, lang) ?? [];
  return (
    <section className="wd-quiet wd-curve-falls" aria-label={t('curve.falls')}>
      {t('curve.fallsFound', { count: data.total })}
      <ul>
        {data.records.map(({ id, name, afterAt, kind }) => (
          <li key={id}>
            <Link to={`${page.route}/${id}`}>
              {[
                name ?? '',
                formatMoment(afterAt, 'minute', props.zone),
                findOption(kinds, kind ?? '').label,
              ].join(' · ')}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
