import { Button } from 'antd';
import { formatNumber } from '../../../runtime/core/numbers/format.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import texts from '../texts.json';
import { runAll, stopAll, useImport } from './importStore.ts';
import { findLack } from './settings.ts';

/** Checks all files, and then imports valid ones. */
export function Actions() {
  const t = useT(texts);
  const { files, groups, busy, shown } = useImport();
  const ready = files.filter(({ group }) => group !== null);
  const lacking = Object.values(groups)
    .sort((one) => (one.key === shown ? -1 : 1))
    .map(({ inspection, choices }) => findLack(inspection, choices))
    .find((lack) => lack !== null);
  const checked = ready.length > 0 && ready.every(({ job }) => job?.dryRun && job.status !== 'running');
  const points = ready.reduce((sum, { job }) => sum + (job?.dryRun ? job.points : 0), 0);
  const working = busy === 'checking' || busy === 'importing';
  return (
    <div className="wd-import-actions">
      <Button
        type={checked && points > 0 ? 'default' : 'primary'}
        icon={<Icon name="check" />}
        disabled={lacking !== undefined || ready.length === 0 || (busy !== null && busy !== 'checking')}
        loading={busy === 'checking'}
        onClick={() => void runAll(true)}
      >
        {t(busy === 'checking' ? 'csv.checking' : 'csv.check')}
      </Button>
      {((checked && points > 0) || busy === 'importing') && (
        <Button
          type="primary"
          icon={<Icon name="upload" />}
          disabled={lacking !== undefined || busy === 'checking'}
          loading={busy === 'importing'}
          onClick={() => void runAll(false)}
        >
          {busy === 'importing'
            ? t('csv.importing')
            : t('csv.go', { count: formatNumber(points, { decimals: 0 }) })}
        </Button>
      )}
      {working && <Button onClick={() => void stopAll()}>{t('csv.stop')}</Button>}
      <span className="wd-import-hint" role="status">
        {lacking === undefined ? !checked && !busy && t('csv.checkFirst') : t(`csv.lack.${lacking}`)}
      </span>
    </div>
  );
}
