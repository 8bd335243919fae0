import { Button, Dropdown } from 'antd';
import { useT } from '../../kit/i18n/index.ts';
import { useShort } from '../../kit/parts/shortButtons.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import texts from './texts.json';
import type { useGiving } from './useGiving.tsx';

/** Opens the handover and the shares of a record. If only one is allowed, the button opens its dialog directly. */
export function GivingButton({ handover, share }: Omit<ReturnType<typeof useGiving>, 'dialog'>) {
  const t = useT(texts);
  const isShort = useShort();
  const entries = [
    { key: 'handover', label: t('list.handover'), run: handover },
    { key: 'share', label: t('list.share'), run: share },
  ].flatMap(({ run, ...entry }) => (run ? [{ ...entry, run }] : []));
  const [only, ...others] = entries;
  if (!only) return null;
  const label = others.length > 0 ? t('giving.open') : only.label;
  const button = (
    <Button
      icon={<Icon name="user" />}
      aria-label={label}
      title={isShort ? label : undefined}
      onClick={others.length > 0 ? undefined : only.run}
    >
      {!isShort && label}
    </Button>
  );
  if (others.length === 0) return button;
  const items = entries.map(({ key, label: title, run }) => ({ key, label: title, onClick: run }));
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      {button}
    </Dropdown>
  );
}
