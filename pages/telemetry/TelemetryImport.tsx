import { Upload } from 'antd';
import { useEffect } from 'react';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { useSite } from '../../runtime/kit/session/site.ts';
import { Icon } from '../../runtime/kit/theme/Icon.tsx';
import './import.css';
import { Actions } from './parts/Actions.tsx';
import { ColumnTable } from './parts/ColumnTable.tsx';
import { FileList } from './parts/FileList.tsx';
import { FormatFields } from './parts/FormatFields.tsx';
import { addFiles, beginAt, type Group, useImport } from './parts/importStore.ts';
import { PastImports } from './parts/PastImports.tsx';
import { Questions } from './parts/Questions.tsx';
import { Rejected } from './parts/Rejected.tsx';
import { RowPreview } from './parts/RowPreview.tsx';
import texts from './texts.json';

const SIGN_SIZE = 28;

function GroupParts({ group, stationSn }: { group: Group; stationSn: string }) {
  const t = useT(texts);
  const count = useImport(({ files }) => files.filter((file) => file.group === group.key).length);
  return (
    <>
      <Questions group={group} />
      <section className="wd-import-part wd-card" aria-label={t('csv.format')}>
        <h2>{t('csv.format')}</h2>
        {count > 1 && <p className="wd-import-hint">{t('csv.sameColumns', { count })}</p>}
        <FormatFields group={group} />
      </section>
      <section className="wd-import-part wd-card" aria-label={t('csv.columns')}>
        <h2>{t('csv.columns')}</h2>
        <ColumnTable group={group} stationSn={stationSn} />
      </section>
      <section className="wd-import-part wd-card" aria-label={t('csv.preview')}>
        <h2>{t('csv.preview')}</h2>
        <RowPreview group={group} />
      </section>
    </>
  );
}

/** Imports recorded values from CSV files to the devices of a site: choose, review, check, import, undo. */
export default function TelemetryImport() {
  const t = useT(texts);
  const { stationSn } = useSite();
  const { files, groups, shown, busy } = useImport();
  useEffect(() => beginAt(stationSn), [stationSn]);
  const group = shown === null ? undefined : groups[shown];
  return (
    <div className="wd-import" aria-busy={busy === 'looking'}>
      <Upload.Dragger
        accept=".csv,.tsv,.txt"
        multiple
        showUploadList={false}
        disabled={stationSn === null || busy !== null}
        beforeUpload={(file, all) => {
          // antd calls this once for each file, always with all of them. They are processed with the last one.
          if (file === all.at(-1)) void addFiles(all);
          return false;
        }}
      >
        <Icon name="upload" size={SIGN_SIZE} />
        <p>{t(stationSn === null ? 'csv.noStation' : 'csv.choose')}</p>
        <p className="wd-import-hint">{t('csv.chooseText')}</p>
      </Upload.Dragger>
      <FileList />
      {group && stationSn !== null && <GroupParts group={group} stationSn={stationSn} />}
      {files.length > 0 && <Actions />}
      {files.map(
        ({ id, job }) =>
          job && job.rejected > 0 && job.status !== 'running' && <Rejected key={id} job={job} />,
      )}
      <PastImports />
    </div>
  );
}
