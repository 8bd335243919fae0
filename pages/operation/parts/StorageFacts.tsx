import { EMPTY_VALUE, formatNumber } from '../../../runtime/core/numbers/format.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';
import { bytesEach, formatBytes, type StorageUsage } from './useStorage.ts';

/** Days beyond which no date is shown. */
const FAR_DAYS = 3650;
/** Days below which a warning is shown. */
const NEAR_DAYS = 30;

interface Fact {
  title: string;
  figure: string;
  note: string;
  near?: boolean;
}

function useFacts(usage: StorageUsage): Fact[] {
  const t = useT(texts);
  const { disk, growth, total, kinds } = usage;
  const each = (kind: string): string => {
    const found = kinds.find((one) => one.kind === kind);
    return formatNumber(found ? bytesEach(found) : null, { decimals: 1 });
  };
  const growing: Fact = {
    title: t('storage.growth'),
    figure: formatBytes(growth),
    note: growth === null ? t('storage.growthUnknown') : t('storage.growthText'),
  };
  const packed: Fact = {
    title: t('storage.perPoint'),
    figure: each('sealed'),
    note: t('storage.perPointText', { raw: each('raw') }),
  };
  if (!disk)
    return [
      { title: t('storage.share'), figure: formatBytes(total), note: t('storage.shareText') },
      growing,
      packed,
    ];
  const { database, files, free, capacity, daysLeft } = disk;
  const full =
    daysLeft !== null
      ? t('storage.fullDays', {
          count:
            daysLeft > FAR_DAYS ? `> ${formatNumber(FAR_DAYS)}` : formatNumber(daysLeft, { decimals: 0 }),
        })
      : growth !== null && free !== null
        ? t('storage.fullNever')
        : EMPTY_VALUE;
  return [
    {
      title: t('storage.onDisk'),
      figure: formatBytes(total),
      note: t('storage.onDiskText', { database: formatBytes(database), files: formatBytes(files) }),
    },
    {
      title: t('storage.free'),
      figure: formatBytes(free),
      note:
        capacity === null
          ? t('storage.freeElsewhere')
          : t('storage.freeText', { capacity: formatBytes(capacity) }),
    },
    growing,
    {
      title: t('storage.full'),
      figure: full,
      note: t('storage.fullText'),
      near: daysLeft !== null && daysLeft < NEAR_DAYS,
    },
    packed,
  ];
}

/** Shows used and free storage, and how long it will be sufficient. */
export function StorageFacts({ usage }: { usage: StorageUsage }) {
  const facts = useFacts(usage);
  return (
    <dl className="wd-storage-facts">
      {facts.map(({ title, figure, note, near }) => (
        <div key={title} className="wd-card" data-near={near || undefined}>
          <dt>{title}</dt>
          <dd className="wd-figures">
            <strong>{figure}</strong>
            <small>{note}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
