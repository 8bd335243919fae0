import { Segmented, Skeleton } from 'antd';
import { useT } from '../../kit/i18n/index.ts';
import { LoadFailed } from '../../kit/states/LoadFailed.tsx';
import { useBoardSession } from '../session/boardSession.ts';
import { Comparison } from './Comparison.tsx';
import type { Against, Compared } from './compared.ts';
import { useVersion } from './useVersions.ts';

interface Props {
  compared: Compared;
  against: Against;
  onAgainst(against: Against): void;
}

/** Compares the chosen version with the previous one, or with the current one. */
export function VersionsCompared({ compared, against, onAgainst }: Props) {
  const t = useT();
  return (
    <section className="wd-versions-compare" aria-live="polite">
      {!compared.isCurrent && (
        <Segmented
          aria-label={t('versions.against')}
          value={against}
          onChange={onAgainst}
          options={[
            { value: 'previous', label: t('versions.againstPrevious') },
            { value: 'current', label: t('versions.againstCurrent') },
          ]}
        />
      )}
      <Difference {...compared} />
    </section>
  );
}

function Difference({ chosen, other }: Compared) {
  const t = useT();
  const session = useBoardSession();
  const version = useVersion(session, chosen);
  const reference = useVersion(session, other);
  if (version.isError || reference.isError) {
    const onRetry = () => void Promise.all([version.refetch(), reference.refetch()]);
    return <LoadFailed title={t('versions.failed')} onRetry={onRetry} />;
  }
  // `before` is the previous version, or the current board. In the second case `after` shows the result of a restore.
  if (version.data && reference.data)
    return <Comparison key={`${chosen} ${other}`} before={reference.data} after={version.data} />;
  if (version.data === null || reference.data === null)
    return <p className="wd-change-none">{t('versions.gone')}</p>;
  return <Skeleton active />;
}
