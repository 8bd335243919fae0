import { Button, Segmented, Upload } from 'antd';
import { useId, useState } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import type { ImportMode } from '../../core/importReport.ts';
import { call } from '../../kit/api/client.ts';
import { saveFile } from '../../kit/browser/saveFile.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';

const TEMPLATE = { zh: '{title}导入模板', en: '{title} template' };

interface Props {
  entity: Entity;
  modes: readonly ImportMode[];
  mode: ImportMode;
  busy: boolean;
  onMode(mode: ImportMode): void;
  onFile(file: File): void;
}

const MAX_BYTES = 20 * 1_048_576;

/** Shows the first step: the template, the mode, and the file. */
export function ImportChoice({ entity, modes, mode, busy, onMode, onFile }: Props) {
  const t = useT();
  const text = useText();
  const label = useId();
  const [problem, setProblem] = useState('');
  const [loading, setLoading] = useState(false);

  const template = async () => {
    setLoading(true);
    const content = await call('recordTemplate', { path: { entity: entity.name } }).catch(() => null);
    setLoading(false);
    // The API description types all files as objects.
    if (content instanceof Blob)
      saveFile(content, `${text(TEMPLATE).replace('{title}', text(entity.title))}.xlsx`);
  };

  const choose = (file: File) => {
    setProblem(file.size > MAX_BYTES ? t('excel.tooLarge') : '');
    if (file.size <= MAX_BYTES) onFile(file);
    return false;
  };

  return (
    <div className="wd-excel">
      <div className="wd-excel-line">
        <Button icon={<Icon name="download" />} loading={loading} onClick={() => void template()}>
          {t('excel.template')}
        </Button>
        <span className="wd-excel-hint">{t('excel.templateText')}</span>
      </div>
      <div className="wd-excel-line">
        <span id={label}>{t('excel.mode')}</span>
        <Segmented<ImportMode>
          aria-labelledby={label}
          options={modes.map((value) => ({ value, label: t(`excel.mode.${value}`) }))}
          value={mode}
          onChange={onMode}
        />
      </div>
      {mode !== 'create' && <p className="wd-excel-hint">{t('excel.modeText')}</p>}
      <Upload.Dragger
        accept=".xlsx,.csv"
        multiple={false}
        maxCount={1}
        showUploadList={false}
        disabled={busy}
        beforeUpload={choose}
      >
        <Icon name="upload" size={32} />
        <p>{t('excel.choose')}</p>
        <p className="wd-excel-hint">{t('excel.chooseText')}</p>
      </Upload.Dragger>
      {problem && (
        <p className="wd-excel-warning" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
