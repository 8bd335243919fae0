import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { call } from '../../../runtime/kit/api/client.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import { Icon } from '../../../runtime/kit/theme/icons.ts';
import { KeyList } from '../../../runtime/record/accounts/KeyList.tsx';
import texts from '../texts.json';
import { ApiKeyDialog } from './ApiKeyDialog.tsx';

const KEY = ['me', 'apiKeys'];

/** Lists the API keys of this user. */
export function ApiKeys() {
  const t = useT(texts);
  const [making, setMaking] = useState(false);
  const { data, isError, refetch } = useQuery(
    { queryKey: KEY, queryFn: ({ signal }) => call('apiKeys', {}, { quiet: true, signal }) },
    queryClient,
  );
  const refresh = () => queryClient.invalidateQueries({ queryKey: KEY });
  if (isError) return <Button onClick={() => void refetch()}>{t('common.retry')}</Button>;
  if (!data) return <p className="wd-quiet">{t('common.loading')}</p>;
  return (
    <div className="wd-me-fields">
      {data.length > 0 && (
        <KeyList
          keys={data}
          revoke={async ({ id }) => {
            await call('apiKeyRevoke', { path: { id } }, { quiet: true });
            await refresh();
          }}
        />
      )}
      <Button icon={<Icon name="plus" size={16} />} onClick={() => setMaking(true)}>
        {t('me.keyNew')}
      </Button>
      {making && (
        <ApiKeyDialog
          onClose={() => {
            setMaking(false);
            void refresh();
          }}
        />
      )}
    </div>
  );
}
