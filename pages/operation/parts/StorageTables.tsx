import type { ReactNode } from 'react';
import { formatNumber } from '../../../runtime/core/format.ts';
import { useLang, useT } from '../../../runtime/kit/i18n/index.ts';
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
  /** What the first column names. */
  first: string;
  lines: readonly Line[];
  rows?: boolean;
  each?: boolean;
  children?: ReactNode;
}

const part = (bytes: number, most: number): string => `${most > 0 ? (100 * bytes) / most : 0}%`;

/** One question of the page, answered line by line; the bars compare the lines. */
export function StorageTable({ title, text, first, lines, rows = false, each = false, children }: Props) {
  const t = useT(texts);
  const most = Math.max(...lines.map(({ bytes }) => bytes), 0);
  return (
    <section className="wd-storage-part wd-card" aria-label={title}>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children}
      <table className="wd-figures">
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {rows && (
              <th scope="col" data-rows>
                {t('storage.rows')}
              </th>
            )}
            <th scope="col">{t('storage.points')}</th>
            {each && <th scope="col">{t('storage.each')}</th>}
            <th scope="col">{t('storage.bytes')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.key}>
              <th scope="row">{line.head}</th>
              {rows && <td data-rows>{formatNumber(line.n ?? null, { decimals: 0 })}</td>}
              <td>{line.points > 0 ? formatNumber(line.points, { decimals: 0 }) : ''}</td>
              {each && <td>{line.points > 0 ? formatNumber(bytesEach(line), { decimals: 1 }) : ''}</td>}
              <td>{formatBytes(line.bytes)}</td>
              <td className="wd-storage-bar" aria-hidden="true">
                <span style={{ width: part(line.bytes, most) }}>{line.bar}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
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
    head: lang === 'en' ? (nameEn ?? name) : name,
    points,
    bytes,
  }));
  return <StorageTable title={t('storage.tenants')} first={t('storage.tenant')} lines={lines} />;
}
