import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { CatalogueStates } from '../../form/rights/CatalogueStates.tsx';
import { call } from '../../kit/api/client.ts';
import { notify } from '../../kit/api/notices.ts';
import { useT } from '../../kit/i18n/index.ts';
import { useDangerAsk } from '../../kit/overlay/useDangerAsk.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { SIZE } from '../../kit/theme/tokens.ts';
import { KeyList } from './KeyList.tsx';
import { SessionList } from './SessionList.tsx';

interface Props {
  id: number;
  name: string;
  onClose(): void;
}

/** How somebody else gets in: their second factor, where they are signed in, their API keys; and the end of each. */
export function SignInDialog({ id, name, onClose }: Props) {
  const t = useT();
  const { ask, holder } = useDangerAsk();
  const path = { id };
  const queryKey = ['access', 'signIn', id];
  const { data, isError, refetch } = useQuery(
    {
      queryKey,
      queryFn: async ({ signal }) => {
        const options = { quiet: true, signal };
        const [factor, sessions, keys] = await Promise.all([
          call('userTotp', { path }, options),
          call('userSessions', { path }, options),
          call('userApiKeys', { path }, options),
        ]);
        return { factor, sessions, keys };
      },
      staleTime: 0,
    },
    queryClient,
  );
  const done = async (said: string) => {
    notify({ kind: 'success', text: { text: said } });
    await queryClient.invalidateQueries({ queryKey });
  };
  const resetFactor = () =>
    ask({
      title: t('access.factorTitle', { name }),
      content: t('access.factorText'),
      okText: t('access.factorReset'),
      run: async () => {
        await call('totpReset', { path }, { quiet: true });
        await done(t('access.factorDone'));
      },
    });
  const endSessions = () =>
    ask({
      title: t('access.sessionsTitle', { name }),
      content: t('access.sessionsText'),
      okText: t('access.sessionsEnd'),
      run: async () => {
        await call('userSessionsEnd', { path }, { quiet: true });
        await done(t('access.sessionsDone'));
      },
    });
  return (
    <Modal
      open
      width={SIZE.form}
      title={t('access.signInOf', { name })}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
      onCancel={onClose}
    >
      {holder}
      {!data ? (
        <CatalogueStates failed={isError} onRetry={() => void refetch()} />
      ) : (
        <div className="wd-signin">
          <h3>{t('me.factor')}</h3>
          <p>{t(data.factor.on ? 'me.factorOn' : 'me.factorOff', { count: data.factor.recoveryCodes })}</p>
          {data.factor.on && (
            <Button danger onClick={resetFactor}>
              {t('access.factorReset')}
            </Button>
          )}
          <h3>{t('access.sessions')}</h3>
          {data.sessions.length === 0 ? (
            <p>{t('access.sessionsNone')}</p>
          ) : (
            <>
              <SessionList sessions={data.sessions} />
              <Button danger onClick={endSessions}>
                {t('access.sessionsEnd')}
              </Button>
            </>
          )}
          <h3>{t('me.keys')}</h3>
          {data.keys.length === 0 ? (
            <p>{t('access.keysNone')}</p>
          ) : (
            <KeyList
              keys={data.keys}
              revoke={async (key) => {
                await call('userApiKeyRevoke', { path: { id, keyId: key.id } }, { quiet: true });
                await done(t('access.keyRevoked'));
              }}
            />
          )}
        </div>
      )}
    </Modal>
  );
}
