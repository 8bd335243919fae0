import { useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useState } from 'react';
import type { Data } from '../../../generated/calls.ts';
import { call } from '../../../runtime/api/client.ts';
import { moment_format } from '../../../runtime/core/format.ts';
import { queryClient } from '../../../runtime/form/queryClient.ts';
import { useT } from '../../../runtime/i18n/index.ts';
import { TimeAgo } from '../../../runtime/record/TimeAgo.tsx';
import { Icon } from '../../../runtime/theme/icons.ts';
import { ApiKeyDialog } from './ApiKeyDialog.tsx';

const KEY = ['me', 'apiKeys'];
type ApiKey = Data<'apiKeys'>[number];

/** Keys with which programs act for this person. */
export function ApiKeys() {
  const t = useT();
  const { modal } = App.useApp();
  const [making, setMaking] = useState(false);
  const { data, isError, refetch } = useQuery(
    { queryKey: KEY, queryFn: ({ signal }) => call('apiKeys', {}, { quiet: true, signal }) },
    queryClient,
  );
  const refresh = () => queryClient.invalidateQueries({ queryKey: KEY });
  const revoke = ({ id, name }: ApiKey) =>
    modal.confirm({
      title: t('me.keyRevokeTitle', { name }),
      content: t('me.keyRevokeText'),
      okText: t('me.keyRevoke'),
      okButtonProps: { danger: true },
      cancelText: t('common.cancel'),
      onOk: async () => {
        await call('apiKeyRevoke', { path: { id } });
        await refresh();
      },
    });
  if (isError) return <Button onClick={() => void refetch()}>{t('common.retry')}</Button>;
  if (!data) return <p className="wd-quiet">{t('common.loading')}</p>;
  return (
    <div className="wd-me-fields">
      {data.length > 0 && (
        <ul className="wd-me-list">
          {data.map((key) => (
            <li key={key.id}>
              <div>
                <p>
                  {key.name} <code>{key.hint}…</code>
                </p>
                <p className="wd-me-text">
                  {key.scopes.join(', ')}
                  <br />
                  {t('me.keyUntil', { date: moment_format(Date.parse(key.expiresAt), 'date') })} ·{' '}
                  {key.lastUsedAt ? (
                    <>
                      {t('me.keyUsed')} <TimeAgo at={key.lastUsedAt} />
                    </>
                  ) : (
                    t('me.keyUnused')
                  )}
                </p>
              </div>
              <Button size="small" danger onClick={() => revoke(key)}>
                {t('me.keyRevoke')}
              </Button>
            </li>
          ))}
        </ul>
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
