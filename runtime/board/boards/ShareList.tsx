import { Button } from 'antd';
import { formatZoned } from '../../core/numbers/format.ts';
import { useT } from '../../kit/i18n/index.ts';
import type { BoardShare } from './useShares.ts';

interface Props {
  shares: readonly BoardShare[];
  onRevoke(id: number): void;
}

/** Lists each link with its end, its author, and how often it was opened. */
export function ShareList({ shares, onRevoke }: Props) {
  const t = useT();
  if (shares.length === 0) return <p className="wd-boards-none">{t('boards.share.none')}</p>;
  return (
    <ul className="wd-share-list">
      {shares.map(({ id, createdBy, createdAt, expiresAt, opens }) => (
        <li key={id}>
          <span>
            {t('boards.share.until', { time: formatZoned(expiresAt, 'minute') })}
            <small>
              {t('boards.share.by', {
                who: createdBy,
                time: formatZoned(createdAt, 'minute'),
                count: opens,
              })}
            </small>
          </span>
          <Button danger type="text" onClick={() => onRevoke(id)}>
            {t('boards.share.revoke')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
