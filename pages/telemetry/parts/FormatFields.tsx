import { Checkbox, Select } from 'antd';
import { useId } from 'react';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';
import { Choose } from './Choose.tsx';
import { correctFormat, type Group } from './importStore.ts';
import type { Format, Inspection } from './settings.ts';

const ENCODINGS = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252, Latin-1',
  gb18030: 'GB18030, GBK',
} as const satisfies Record<Inspection['encoding'], string>;
const FORMATS = ['ymd', 'dmy', 'mdy', 's', 'ms'] as const;
const NO_CLOCK = '';

const zones = (): string[] => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

function ColumnFields({ inspection, say }: { inspection: Inspection; say(change: Format): void }) {
  const t = useT(texts);
  const columns = inspection.columns.map(({ column, heading }) => {
    return { value: column, label: heading || column };
  });
  return (
    <>
      <Choose
        search
        label={t('csv.timeColumn')}
        value={inspection.timeColumn}
        options={columns}
        onChange={(timeColumn) => say({ timeColumn })}
      />
      <Choose
        search
        label={t('csv.clockColumn')}
        value={inspection.clockColumn ?? NO_CLOCK}
        options={[{ value: NO_CLOCK, label: t('csv.noClock') }, ...columns]}
        onChange={(column) =>
          // Said with its time column, none is looked for.
          say(
            column === NO_CLOCK
              ? { timeColumn: inspection.timeColumn!, clockColumn: undefined }
              : { clockColumn: column },
          )
        }
      />
    </>
  );
}

function EmptyMarks({ format, say }: { format: Format; say(change: Format): void }) {
  const t = useT(texts);
  const id = useId();
  return (
    <div className="wd-import-field" data-wide>
      <label htmlFor={id}>{t('csv.emptyMarks')}</label>
      <Select
        id={id}
        mode="tags"
        open={false}
        suffixIcon={null}
        placeholder={t('csv.emptyMarksText')}
        value={format.emptyMarks ?? []}
        onChange={(marks: string[]) => say({ emptyMarks: marks.length > 0 ? marks : undefined })}
      />
    </div>
  );
}

/** Shows how a group of files is written: as it was found out, and correctable. */
export function FormatFields({ group }: { group: Group }) {
  const t = useT(texts);
  const { inspection, format } = group;
  const say = (change: Format): void => void correctFormat(group.key, change);
  return (
    <div className="wd-import-fields">
      <Choose
        label={t('csv.encoding')}
        value={inspection.encoding}
        options={Object.entries(ENCODINGS).map(([value, label]) => {
          return { value: value as Inspection['encoding'], label };
        })}
        onChange={(encoding) => say({ encoding })}
      />
      <Choose
        label={t('csv.delimiter')}
        value={inspection.delimiter}
        options={[',', ';', '|', '\t'].map((value) => {
          return { value, label: value === '\t' ? t('csv.delimiter.tab') : value };
        })}
        onChange={(delimiter) => say({ delimiter })}
      />
      <ColumnFields inspection={inspection} say={say} />
      <Choose
        label={t('csv.timeFormat')}
        value={inspection.timeFormat}
        options={FORMATS.map((value) => ({ value, label: t(`csv.timeFormat.${value}`) }))}
        onChange={(timeFormat) => say({ timeFormat })}
      />
      <Choose
        search
        label={t('csv.zone')}
        value={inspection.zone}
        options={zones().map((value) => ({ value, label: value }))}
        onChange={(zone) => say({ zone })}
      />
      <Choose
        label={t('csv.decimal')}
        value={inspection.decimalComma ? 'comma' : 'dot'}
        options={(['dot', 'comma'] as const).map((value) => ({ value, label: t(`csv.decimal.${value}`) }))}
        onChange={(sign) => say({ decimalComma: sign === 'comma' })}
      />
      <EmptyMarks format={format} say={say} />
      <Checkbox checked={inspection.header} onChange={({ target }) => say({ header: target.checked })}>
        {t('csv.header')}
      </Checkbox>
    </div>
  );
}
