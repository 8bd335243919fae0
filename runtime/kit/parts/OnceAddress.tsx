import { Alert, Button, Input } from 'antd';
import { notify } from '../api/notices.ts';
import { useT } from '../i18n/index.ts';
import './once.css';

/** Shows the address of a link with a copy button. */
export function KeptAddress({ address }: { address: string }) {
  const t = useT();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      notify({ kind: 'success', text: { text: t('link.copied') } });
    } catch {
      notify({ kind: 'warning', text: { text: t('link.copyFailed') } });
    }
  };
  return (
    <div className="wd-once">
      <Input readOnly value={address} aria-label={t('link.address')} />
      <Button onClick={() => void copy()}>{t('me.copy')}</Button>
    </div>
  );
}

/** Shows the address of a new link, which appears only once. */
export function OnceAddress({ address }: { address: string }) {
  const t = useT();
  return (
    <Alert
      role="status"
      type="success"
      showIcon
      title={t('link.once')}
      description={<KeptAddress address={address} />}
    />
  );
}
