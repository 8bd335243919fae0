import type { ReactNode } from 'react';
import { formatNumber } from '../../../runtime/core/numbers/format.ts';
import { nearLang } from '../../../runtime/core/text/lang.ts';
import { useLang, useT } from '../../../runtime/kit/i18n/index.ts';
import { type Column, widthOfFigures } from '../../../runtime/kit/table/column.ts';
import { RowsTable } from '../../../runtime/kit/table/RowsTable.tsx';
import texts from '../texts.json';
import { bytesEach, formatBytes, STORAGE_KINDS, type StorageUsage } from './useStorage.ts';

interface Line {
  key: string;
  head: ReactNode;
  n?: number;
  points: number;
  bytes: number;
  bar?: ReactNode;
}

interface Props {
  title: string;
  text?: string;
  /** The title of the first column. */
  first: string;
  lines: readonly Line[];
  rows?: boolean;
  each?: boolean;
  children?: ReactNode;
}

const part = (bytes: number, most: number): string => `${most > 0 ? (100 * bytes) / most : 0}%`;

/** Shows a table of the page with bars for comparison. */
export function StorageTable({ title, text, first, lines, rows = false, each = false, children }: Props) {
  const t = useT(texts);
  const most = Math.max(...lines.map(({ bytes }) => bytes), 0);
  const figure = (id: 'n' | 'points' | 'each' | 'bytes', heading: string): Column<Line> => {
    const read = (line: Line) =>
      id === 'each' ? (line.points > 0 ? bytesEach(line) : null) : (line[id] ?? null);
    const shown = (line: Line) => {
      if (id === 'bytes') return formatBytes(line.bytes);
      if (id !== 'n' && line.points === 0) return '';
      return formatNumber(read(line), { decimals: id === 'each' ? 1 : 0 });
    };
    return {
      id,
      title: heading,
      width: widthOfFigures(lines.map(shown)),
      figures: true,
      value: read,
      cell: shown,
    };
  };
  const columns: Column<Line>[] = [
    { id: 'head', title: first, cell: ({ head }) => head },
    ...(rows ? [figure('n', t('storage.rows'))] : []),
    figure('points', t('storage.points')),
    ...(each ? [figure('each', t('storage.each'))] : []),
    figure('bytes', t('storage.bytes')),
    {
      id: 'bar',
      title: t('storage.bytes'),
      quiet: true,
      wide: true,
      cell: (line) => (
        <span className="wd-storage-bar" aria-hidden="true" style={{ width: part(line.bytes, most) }}>
          {line.bar}
        </span>
      ),
    },
  ];
  return (
    <section className="wd-storage-part wd-card" aria-label={title} data-wide={rows || undefined}>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children}
      <RowsTable named label={title} rows={lines} columns={columns} rowKey={({ key }) => key} />
    </section>
  );
}

const Sign = ({ kind }: { kind: string }) => (
  <i className="wd-storage-sign" data-kind={kind} aria-hidden="true" />
);

export function StorageKinds({ usage }: { usage: StorageUsage }) {
  const t = useT(texts);
  const lines = STORAGE_KINDS.flatMap((kind) => usage.kinds.filter((one) => one.kind === kind)).map(
    (one) => ({
      ...one,
      key: one.kind,
      head: (
        <>
          <Sign kind={one.kind} /> {t(`storage.is.${one.kind}`)}
        </>
      ),
      bar: <i data-kind={one.kind} style={{ width: '100%' }} />,
    }),
  );
  return <StorageTable title={t('storage.kinds')} first={t('storage.kind')} lines={lines} rows each />;
}

export function StorageMonths({ usage }: { usage: StorageUsage }) {
  const t = useT(texts);
  const lines = usage.months.map(({ month, points, bytes, kinds }) => ({
    key: month,
    head: month,
    points,
    bytes,
    bar: STORAGE_KINDS.flatMap((kind) => kinds.filter((one) => one.kind === kind)).map((one) => (
      <i key={one.kind} data-kind={one.kind} style={{ width: part(one.bytes, bytes) }} />
    )),
  }));
  return (
    <StorageTable
      title={t('storage.months')}
      text={t('storage.monthsText')}
      first={t('storage.month')}
      lines={lines}
    />
  );
}

export function StorageTenants({ usage }: { usage: StorageUsage }) {
  const t = useT(texts);
  const lang = useLang();
  const lines = usage.tenants.map(({ id, name, nameEn, points, bytes }) => ({
    key: String(id),
    head: nearLang(lang) === 'en' ? (nameEn ?? name) : name,
    points,
    bytes,
  }));
  return <StorageTable title={t('storage.tenants')} first={t('storage.tenant')} lines={lines} />;
}
