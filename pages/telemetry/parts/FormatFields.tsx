import { InputNumber, Select } from 'antd';
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

const INTERVALS = ['1min', '5min', '10min', '15min', '30min', '1h', 'day', 'month'];

/** Returns all time zones, including the selected one. */
const listZones = (chosen: string): string[] => [
  ...new Set(['UTC', chosen, ...Intl.supportedValuesOf('timeZone')]),
];

interface FieldsProps {
  inspection: Inspection;
  say(change: Format): void;
}

function useWhy({ why }: Inspection) {
  const t = useT(texts);
  return (field: keyof Inspection['why']): string => t(`csv.why.${why[field]}`);
}

function ColumnFields({ inspection, say }: FieldsProps) {
  const t = useT(texts);
  const because = useWhy(inspection);
  const columns = inspection.columns
    .filter(({ series }, index, all) => series === null || all[index - 1]?.column !== all[index]?.column)
    .map(({ column, heading }) => ({ value: column, label: heading || column }));
  return (
    <>
      <Choose
        search
        label={t('csv.timeColumn')}
        why={because('timeColumn')}
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
          // Sends the time column too, so that the server does not detect another one.
          say(
            column === NO_CLOCK
              ? { timeColumn: inspection.timeColumn!, clockColumn: undefined }
              : { clockColumn: column },
          )
        }
      />
      <SeriesField {...{ inspection, columns, say }} />
    </>
  );
}

function SeriesField({
  inspection,
  columns,
  say,
}: FieldsProps & { columns: { value: string; label: string }[] }) {
  const t = useT(texts);
  const id = useId();
  const because = useWhy(inspection);
  return (
    <div className="wd-import-field">
      <label htmlFor={id}>{t('csv.seriesColumns')}</label>
      <Select
        id={id}
        mode="multiple"
        maxCount={3}
        placeholder={t('csv.noSeries')}
        value={inspection.seriesColumns}
        options={columns.filter(
          ({ value }) => value !== inspection.timeColumn && value !== inspection.clockColumn,
        )}
        popupMatchSelectWidth={false}
        onChange={(seriesColumns: string[]) => say({ seriesColumns })}
      />
      <small>{because('seriesColumns')}</small>
    </div>
  );
}

function LineFields({ inspection, say }: FieldsProps) {
  const t = useT(texts);
  const because = useWhy(inspection);
  const [skipId, headingId] = [useId(), useId()];
  const { skipLines, headingLines, skipped } = inspection;
  const skippedText = skipped.join(' / ');
  return (
    <>
      <div className="wd-import-field">
        <label htmlFor={skipId}>{t('csv.skipLines')}</label>
        <InputNumber
          id={skipId}
          min={0}
          max={1000}
          precision={0}
          value={skipLines}
          onChange={(value) => value !== null && say({ skipLines: value, headingLines })}
        />
        <small title={skippedText}>{skippedText || because('headingLines')}</small>
      </div>
      <div className="wd-import-field">
        <label htmlFor={headingId}>{t('csv.headingLines')}</label>
        <InputNumber
          id={headingId}
          min={0}
          max={5}
          precision={0}
          value={headingLines}
          onChange={(value) => value !== null && say({ headingLines: value })}
        />
        <small>{because('headingLines')}</small>
      </div>
    </>
  );
}

function TimeFields({ inspection, say }: FieldsProps) {
  const t = useT(texts);
  const because = useWhy(inspection);
  const { stamp, interval, zone, timeFormat } = inspection;
  const intervals = [...new Set([...INTERVALS, ...(interval ? [interval] : [])])];
  return (
    <>
      <Choose
        label={t('csv.timeFormat')}
        why={because('timeFormat')}
        value={timeFormat}
        options={FORMATS.map((value) => ({ value, label: t(`csv.timeFormat.${value}`) }))}
        onChange={(format) => say({ timeFormat: format })}
      />
      <Choose
        search
        label={t('csv.zone')}
        why={because('zone')}
        value={zone}
        options={listZones(zone).map((value) => ({ value, label: value }))}
        onChange={(value) => say({ zone: value })}
      />
      <Choose
        label={t('csv.stamp')}
        why={because('stamp')}
        value={stamp}
        options={(['start', 'end'] as const).map((value) => ({ value, label: t(`csv.stamp.${value}`) }))}
        onChange={(value) => say({ stamp: value })}
      />
      {stamp === 'end' && (
        <Choose
          label={t('csv.interval')}
          why={because('interval')}
          value={interval}
          options={intervals.map((value) => ({ value, label: value }))}
          onChange={(value) => say({ interval: value })}
        />
      )}
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

/** Shows how a group of files is parsed, and why. Each setting can be corrected. */
export function FormatFields({ group }: { group: Group }) {
  const t = useT(texts);
  const { inspection, format } = group;
  const because = useWhy(inspection);
  const correct = (change: Format): void => void correctFormat(group.key, change);
  return (
    <div className="wd-import-fields">
      <TimeFields inspection={inspection} say={correct} />
      <Choose
        label={t('csv.decimal')}
        why={because('decimalComma')}
        value={inspection.decimalComma ? 'comma' : 'dot'}
        options={(['dot', 'comma'] as const).map((value) => ({ value, label: t(`csv.decimal.${value}`) }))}
        onChange={(sign) => correct({ decimalComma: sign === 'comma' })}
      />
      <ColumnFields inspection={inspection} say={correct} />
      <LineFields inspection={inspection} say={correct} />
      <Choose
        label={t('csv.encoding')}
        why={because('encoding')}
        value={inspection.encoding}
        options={Object.entries(ENCODINGS).map(([value, label]) => {
          return { value: value as Inspection['encoding'], label };
        })}
        onChange={(encoding) => correct({ encoding })}
      />
      <Choose
        label={t('csv.delimiter')}
        why={because('delimiter')}
        value={inspection.delimiter}
        options={[',', ';', '|', '\t'].map((value) => {
          return { value, label: value === '\t' ? t('csv.delimiter.tab') : value };
        })}
        onChange={(delimiter) => correct({ delimiter })}
      />
      <EmptyMarks format={format} say={correct} />
    </div>
  );
}
