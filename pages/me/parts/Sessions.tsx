import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { call } from '../../../runtime/kit/api/client.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import { SessionList } from '../../../runtime/record/accounts/SessionList.tsx';
import texts from '../texts.json';

const KEY = ['me', 'sessions'];

/** Lists the sessions of the account, each with a button that ends it. */
export function Sessions() {
  const t = useT(texts);
  const [busy, setBusy] = useState<string | null>(null);
  const { data, isError, refetch } = useQuery(
    { queryKey: KEY, queryFn: ({ signal }) => call('ownSessions', {}, { quiet: true, signal }) },
    queryClient,
  );
  async function end(which: string, run: () => Promise<unknown>) {
    setBusy(which);
    try {
      await run();
    } catch {
      // The error is already shown. The list shows the remaining sessions.
    }
    await queryClient.invalidateQueries({ queryKey: KEY });
    setBusy(null);
  }
  if (isError) return <Button onClick={() => void refetch()}>{t('common.retry')}</Button>;
  if (!data) return <p className="wd-quiet">{t('common.loading')}</p>;
  return (
    <div className="wd-me-fields">
      <SessionList
        sessions={data}
        action={({ id, current }) =>
          !current && (
            <Button
              size="small"
              loading={busy === id}
              onClick={() => void end(id, () => call('ownSessionEnd', { path: { sessionId: id } }))}
            >
              {t('me.sessionEnd')}
            </Button>
          )
        }
      />
      {data.length > 1 && (
        <Button
          danger
          loading={busy === 'others'}
          onClick={() => void end('others', () => call('otherSessionsEnd'))}
        >
          {t('me.sessionsEnd')}
        </Button>
      )}
    </div>
  );
}
