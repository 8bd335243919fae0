import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import type { Input } from '../../../generated/calls.ts';
import { languageOf } from '../../core/text/lang.ts';
import { call } from '../../kit/api/client.ts';
import { useLang, useT } from '../../kit/i18n/index.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { LoadFailed } from '../../kit/states/LoadFailed.tsx';

/** Shows the server's explanation of a permission. */
export function Explanation({ query }: { query: Input<'accessExplain'>['query'] }) {
  const t = useT();
  const lang = useLang();
  const { data, isError, refetch } = useQuery(
    {
      queryKey: ['access', 'explain', query, lang],
      queryFn: ({ signal }) => call('accessExplain', { query }, { quiet: true, signal }),
      staleTime: 0,
    },
    queryClient,
  );
  if (isError) return <LoadFailed title={t('access.failed')} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  return (
    <>
      <Alert
        type={data.allowed ? 'success' : 'warning'}
        showIcon
        title={t(data.allowed ? 'access.allowed' : 'access.refused')}
      />
      <ul>
        {data.reasons.map((reason) => (
          <li key={reason.rule}>{reason.text}</li>
        ))}
      </ul>
      {data.askable.length > 0 && (
        <p>{t('access.askable', { names: data.askable.join(languageOf(lang).comma) })}</p>
      )}
    </>
  );
}
