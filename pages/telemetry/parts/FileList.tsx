import { Button, Progress } from 'antd';
import { formatNumber } from '../../../runtime/core/numbers/format.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { bytesText } from '../../../runtime/kit/parts/fileSize.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import texts from '../texts.json';
import { isAtWork } from './importCalls.ts';
import { type LoadedFile, removeFile, showGroup, useImport } from './importStore.ts';
import type { Job } from './settings.ts';

const PERCENT = 100;
const whole = (value: number): string => formatNumber(value, { decimals: 0 });

/** Shows the result of a file, or its progress. */
function JobLine({ job }: { job: Job }) {
  const t = useT(texts);
  const {
    dryRun,
    status,
    outcome,
    points,
    lines,
    empty,
    repeated,
    rejected,
    message,
    bytesRead,
    bytesTotal,
  } = job;
  const counts = { lines: whole(lines), empty: whole(empty), rejected: whole(rejected) };
  if (status === 'failed')
    return (
      <span className="wd-import-wrong" role="alert">
        {outcome === 'undecided' && `${t('csv.outcome.undecided')}: `}
        {message === 'interrupted' ? t('csv.interrupted') : message}
      </span>
    );
  return (
    <>
      {isAtWork(job) && (
        <Progress
          size="small"
          aria-label={t(dryRun ? 'csv.checking' : 'csv.importing')}
          percent={bytesTotal > 0 ? Math.floor((bytesRead / bytesTotal) * PERCENT) : 0}
        />
      )}
      <span>
        {t(dryRun ? 'csv.would' : 'csv.stored', { count: whole(points) })} · {t('csv.counts', counts)}
        {repeated > 0 && ` · ${t('csv.repeated', { count: whole(repeated) })}`}
        {status === 'cancelled' && ` · ${t('csv.stopped')}`}
      </span>
      {outcome === 'nothing' && (
        <span className="wd-import-wrong" role="alert">
          {t(dryRun ? 'csv.outcome.wouldNothing' : 'csv.outcome.nothing')}
        </span>
      )}
    </>
  );
}

function FileLine({ loaded }: { loaded: LoadedFile }) {
  const t = useT(texts);
  const shown = useImport((state) => state.shown);
  const busy = useImport((state) => state.busy);
  const { id, file, group, problem, job } = loaded;
  return (
    <li data-shown={(group !== null && group === shown) || undefined}>
      <button
        type="button"
        className="wd-import-name wd-ellipsis"
        disabled={group === null}
        aria-pressed={group !== null && group === shown}
        onClick={() => showGroup(group)}
      >
        {file.name}
      </button>
      <small>{bytesText(file.size)}</small>
      <div className="wd-import-outcome">
        {problem ? (
          <span className="wd-import-wrong" role="alert">
            {t('csv.notUnderstood')}: {'text' in problem ? problem.text : t(problem.key, problem.params)}
          </span>
        ) : job ? (
          <JobLine job={job} />
        ) : (
          <span>{t(group === null ? 'csv.looking' : 'csv.understood')}</span>
        )}
      </div>
      <Button
        type="text"
        disabled={busy !== null}
        aria-label={t('csv.remove', { name: file.name })}
        icon={<Icon name="close" />}
        onClick={() => removeFile(id)}
      />
    </li>
  );
}

export function FileList() {
  const t = useT(texts);
  const files = useImport((state) => state.files);
  if (files.length === 0) return null;
  return (
    <ul className="wd-import-files" aria-label={t('csv.files')}>
      {files.map((loaded) => (
        <FileLine key={loaded.id} loaded={loaded} />
      ))}
    </ul>
  );
}
