import { Alert, Button, Checkbox, Modal, Segmented, Select, Upload } from 'antd';
import { useEffect, useState } from 'react';
import { readWorkbook } from '../../../runtime/kit/files/shown/readWorkbook.ts';
import type { ShownSheet } from '../../../runtime/kit/files/shown/workbook.ts';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import { SIZE } from '../../../runtime/kit/theme/tokens.ts';
import texts from '../texts.json';
import { titleOfKind } from './design/fields/fieldForm.ts';
import { readColumns, SHEET_TYPES, type SheetColumn } from './design/fields/sheetColumns.ts';
import type { Spell } from './design/keys.ts';
import { useSpell } from './design/useSpell.ts';

interface Props {
  onCreate(columns: readonly SheetColumn[], spell: Spell): Promise<void>;
  onCancel(): void;
}

/** Reads the chosen file in the browser. No part of it leaves this machine. */
function useSheets(file: Blob | null) {
  const [sheets, setSheets] = useState<ShownSheet[]>([]);
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    if (!file) return;
    const gone = new AbortController();
    setBroken(false);
    setSheets([]);
    readWorkbook(file, gone.signal).then(setSheets, () => gone.signal.aborted || setBroken(true));
    return () => gone.abort();
  }, [file]);
  return { sheets, broken };
}

/** Asks for a workbook, and for the field type of each column. */
export function SheetDialog({ onCreate, onCancel }: Props) {
  const t = useT(texts);
  const spell = useSpell();
  const [file, setFile] = useState<File | null>(null);
  const [chosen, setChosen] = useState(0);
  const [columns, setColumns] = useState<readonly SheetColumn[]>([]);
  const [busy, setBusy] = useState(false);
  const { sheets, broken } = useSheets(file);
  const sheet = sheets[chosen];
  useEffect(() => setColumns(readColumns(sheet?.rows ?? [])), [sheet]);
  const used = columns.filter((column) => column.used);
  return (
    <Modal
      open
      title={t('studio.sheet')}
      width={SIZE.form}
      onCancel={onCancel}
      okText={t('studio.create')}
      cancelText={t('common.cancel')}
      okButtonProps={{ disabled: used.length === 0, loading: busy }}
      onOk={async () => {
        setBusy(true);
        await onCreate(used, spell).finally(() => setBusy(false));
      }}
    >
      <div className="wd-studio-sheet">
        <p>{t('studio.sheetHint')}</p>
        <Upload
          accept=".xlsx"
          showUploadList={false}
          beforeUpload={(chosenFile) => {
            setChosen(0);
            setFile(chosenFile);
            return false;
          }}
        >
          <Button icon={<Icon name="upload" />}>{file?.name ?? t('studio.sheetFile')}</Button>
        </Upload>
        {broken && <Alert type="error" showIcon role="alert" title={t('studio.sheetBroken')} />}
        {sheets.length > 1 && (
          <Segmented
            options={sheets.map(({ name }, value) => ({ value, label: name }))}
            value={chosen}
            onChange={setChosen}
          />
        )}
        {sheet && columns.length === 0 && <Alert type="warning" showIcon title={t('studio.sheetEmpty')} />}
        <Columns columns={columns} onColumns={setColumns} />
      </div>
    </Modal>
  );
}

interface ColumnsProps {
  columns: readonly SheetColumn[];
  onColumns(columns: readonly SheetColumn[]): void;
}

function Columns({ columns, onColumns }: ColumnsProps) {
  const t = useT(texts);
  const text = useText();
  const change = (at: number, changed: Partial<SheetColumn>) =>
    onColumns(columns.map((column) => (column.at === at ? { ...column, ...changed } : column)));
  const types = SHEET_TYPES.map((type) => ({ value: type, label: text(titleOfKind(type)) }));
  return (
    <ul>
      {columns.map(({ at, title, type, samples, used }) => (
        <li key={at}>
          <Checkbox
            aria-label={t('studio.sheetUse', { title })}
            checked={used}
            onChange={({ target }) => change(at, { used: target.checked })}
          >
            {title}
          </Checkbox>
          <Select
            aria-label={t('studio.sheetKind', { title })}
            disabled={!used}
            value={type}
            options={types}
            onChange={(to) => change(at, { type: to })}
          />
          <small>{samples.join(' · ')}</small>
        </li>
      ))}
    </ul>
  );
}
