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

const keyOf = (id: number) => ['access', 'signIn', id];

function useSignIn(id: number) {
  return useQuery(
    {
      queryKey: keyOf(id),
      queryFn: async ({ signal }) => {
        const input = { path: { id } };
        const options = { quiet: true, signal };
        const [factor, sessions, keys] = await Promise.all([
          call('userTotp', input, options),
          call('userSessions', input, options),
          call('userApiKeys', input, options),
        ]);
        return { factor, sessions, keys };
      },
      staleTime: 0,
    },
    queryClient,
  );
}

/** Returns the commands that end a second factor, session or key. Dangerous ones ask for confirmation. */
function useSignInActions({ id, name }: Pick<Props, 'id' | 'name'>) {
  const t = useT();
  const { ask, holder } = useDangerAsk();
  const path = { id };
  const done = async (message: string) => {
    notify({ kind: 'success', text: { text: message } });
    await queryClient.invalidateQueries({ queryKey: keyOf(id) });
  };
  return {
    holder,
    resetFactor: () =>
      ask({
        title: t('access.factorTitle', { name }),
        content: t('access.factorText'),
        okText: t('access.factorReset'),
        run: async () => {
          await call('totpReset', { path }, { quiet: true });
          await done(t('access.factorDone'));
        },
      }),
    endSessions: () =>
      ask({
        title: t('access.sessionsTitle', { name }),
        content: t('access.sessionsText'),
        okText: t('access.sessionsEnd'),
        run: async () => {
          await call('userSessionsEnd', { path }, { quiet: true });
          await done(t('access.sessionsDone'));
        },
      }),
    async revokeKey(keyId: number): Promise<void> {
      await call('userApiKeyRevoke', { path: { id, keyId } }, { quiet: true });
      await done(t('access.keyRevoked'));
    },
  };
}

/** Shows how another user signs in: second factor, sessions and API keys, each with a command to end it. */
export function SignInDialog({ id, name, onClose }: Props) {
  const t = useT();
  const { data, isError, refetch } = useSignIn(id);
  const { holder, resetFactor, endSessions, revokeKey } = useSignInActions({ id, name });
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
            <KeyList keys={data.keys} revoke={(key) => revokeKey(key.id)} />
          )}
        </div>
      )}
    </Modal>
  );
}
