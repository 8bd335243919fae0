import { Alert, Button, Input } from 'antd';
import { notify } from '../../kit/api/notices.ts';
import { useT } from '../../kit/i18n/index.ts';

/** The address of a link that was just made, to be copied: nobody sees it again. */
export function ShareAddress({ address }: { address: string }) {
  const t = useT();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      notify({ kind: 'success', text: { text: t('boards.share.copied') } });
    } catch {
      notify({ kind: 'warning', text: { text: t('boards.share.copyFailed') } });
    }
  };
  return (
    <Alert
      role="status"
      type="success"
      showIcon
      title={t('boards.share.once')}
      description={
        <div className="wd-share-new">
          <Input readOnly value={address} aria-label={t('boards.share.address')} />
          <Button onClick={() => void copy()}>{t('me.copy')}</Button>
        </div>
      }
    />
  );
}
