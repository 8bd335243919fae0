import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import type { Data } from '../../../generated/calls.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { notify } from '../../../runtime/kit/api/notices.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import { Icon } from '../../../runtime/kit/theme/icons.ts';
import texts from '../texts.json';
import { PasswordDialog } from './PasswordDialog.tsx';
import { SecondFactorSetup } from './SecondFactorSetup.tsx';

const KEY = ['me', 'totp'];
type Step = 'prove' | 'off' | Data<'totpBegin'> | null;

/** Switches the second factor with an authenticator app on or off. */
export function SecondFactor() {
  const t = useT(texts);
  const [step, setStep] = useState<Step>(null);
  const { data, isError, refetch } = useQuery(
    { queryKey: KEY, queryFn: ({ signal }) => call('totpState', {}, { quiet: true, signal }) },
    queryClient,
  );
  const close = () => {
    setStep(null);
    void queryClient.invalidateQueries({ queryKey: KEY });
  };
  if (isError) return <Button onClick={() => void refetch()}>{t('common.retry')}</Button>;
  if (!data) return <p className="wd-quiet">{t('common.loading')}</p>;
  return (
    <div className="wd-me-fields">
      <p className="wd-me-option">
        <Icon name={data.on ? 'check' : 'warning'} size={16} />
        {t(data.on ? 'me.factorOn' : 'me.factorOff', { count: data.recoveryCodes })}
      </p>
      <Button danger={data.on} onClick={() => setStep(data.on ? 'off' : 'prove')}>
        {t(data.on ? 'me.factorSwitchOff' : 'me.factorSwitchOn')}
      </Button>
      {step === 'prove' && (
        <PasswordDialog
          title={t('me.factorSwitchOn')}
          text={t('me.factorProve')}
          okText={t('me.next')}
          onProved={async (password) =>
            setStep(await call('totpBegin', { body: { password } }, { quiet: true }))
          }
          onClose={close}
        />
      )}
      {step === 'off' && (
        <PasswordDialog
          title={t('me.factorSwitchOff')}
          text={t('me.factorOffText')}
          okText={t('me.factorSwitchOff')}
          danger
          withCode
          onProved={async (password, otp) => {
            await call('totpOff', { body: { password, otp } }, { quiet: true });
            notify({ kind: 'success', text: { text: t('common.saved') } });
            close();
          }}
          onClose={close}
        />
      )}
      {typeof step === 'object' && step && <SecondFactorSetup secret={step} onClose={close} />}
    </div>
  );
}
