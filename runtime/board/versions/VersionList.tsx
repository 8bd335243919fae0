import { Button } from 'antd';
import { useT } from '../../kit/i18n/index.ts';
import { Avatar } from '../../kit/parts/Avatar.tsx';
import { TimeAgo } from '../../kit/parts/TimeAgo.tsx';
import type { BoardVersion } from './useVersions.ts';

interface Props {
  versions: readonly BoardVersion[];
  current: number;
  chosen: number | null;
  onChoose(version: number): void;
  more?: () => void;
}

/** Lists the versions with user and time, newest first. */
export function VersionList({ versions, current, chosen, onChoose, more }: Props) {
  const t = useT();
  return (
    <ol className="wd-version-list" aria-label={t('versions.list')}>
      {versions.map(({ version, savedBy, savedAt, note, widgetAmount }) => {
        const name = savedBy ?? t('board.conflictSomebody');
        return (
          <li key={version}>
            <button
              type="button"
              className="wd-version"
              aria-pressed={version === chosen}
              onClick={() => onChoose(version)}
            >
              <Avatar name={name} />
              <span className="wd-version-body">
                <span className="wd-version-head">
                  <strong>{t('versions.number', { version })}</strong>
                  {version === current && <span className="wd-tag">{t('versions.current')}</span>}
                </span>
                {note && <span className="wd-version-note">{note}</span>}
                <span className="wd-version-facts">
                  {name} · <TimeAgo at={savedAt} /> · {t('versions.amount', { count: widgetAmount })}
                </span>
              </span>
            </button>
          </li>
        );
      })}
      {more && (
        <li>
          <Button type="text" block onClick={more}>
            {t('versions.more')}
          </Button>
        </li>
      )}
    </ol>
  );
}
