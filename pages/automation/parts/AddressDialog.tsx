import { Button, Modal } from 'antd';
import { useState } from 'react';
import { call } from '../../../runtime/kit/api/client.ts';
import { notifyFailure } from '../../../runtime/kit/api/failure.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { OnceAddress } from '../../../runtime/kit/parts/OnceAddress.tsx';
import { SIZE } from '../../../runtime/kit/theme/tokens.ts';
import texts from '../texts.json';
import type { Design } from './useDesign.ts';

/** Creates the address for calls of another system, and shows it once. */
export function AddressDialog({ design, onClose }: { design: Design; onClose(): void }) {
  const t = useT(texts);
  const [token, setToken] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    try {
      setToken((await call('automationAddress', { path: { id: design.id } }, { quiet: true })).token);
    } catch (error) {
      notifyFailure(error);
    }
    setBusy(false);
  };
  return (
    <Modal
      open
      width={SIZE.form}
      title={t('automation.address')}
      footer={
        token === null ? (
          <Button type="primary" loading={busy} onClick={() => void make()}>
            {t('automation.makeAddress')}
          </Button>
        ) : null
      }
      onCancel={onClose}
    >
      <p>{t(design.hasAddress ? 'automation.addressAgain' : 'automation.addressText')}</p>
      {token !== null && <OnceAddress address={`${location.origin}/public/automation/${token}`} />}
    </Modal>
  );
}
