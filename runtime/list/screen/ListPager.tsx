import { Pagination, Segmented } from 'antd';
import { formatNumber } from '../../core/numbers/format.ts';
import { useT } from '../../kit/i18n/index.ts';
import { usePhone } from '../../kit/theme/useMedia.ts';
import { type ListMode, type ListState, PAGE_SIZES } from '../../record/query/query.ts';

interface Props {
  total: number;
  /** False if all records are shown at once. */
  isPaged?: boolean;
  current: number;
  size: number;
  mode?: ListMode;
  /** The paging modes, if the user can choose. */
  modes?: readonly ListMode[];
  /** Number of loaded rows (endless mode). */
  loaded?: number;
  onChange(part: Partial<ListState>): void;
}

const MODES = {
  pages: 'list.modePages',
  endless: 'list.modeEndless',
  tree: 'list.modeTree',
} as const satisfies Record<ListMode, string>;

export function ListPager({
  total,
  isPaged = true,
  current,
  size,
  mode = 'pages',
  modes,
  loaded = 0,
  onChange,
}: Props) {
  const t = useT();
  const phone = usePhone();
  // Paging is hidden if all records fit on the smallest page size.
  const turns = isPaged && mode === 'pages' && (total > PAGE_SIZES[0] || current > 1);
  return (
    <div className="wd-list-pager">
      <span className="wd-figures" role="status">
        {mode === 'endless' && loaded < total
          ? t('list.loaded', { loaded: formatNumber(loaded), count: formatNumber(total) })
          : t('list.total', { count: formatNumber(total) })}
      </span>
      <span className="wd-list-actions">
        {isPaged && modes && (
          <Segmented<ListMode>
            aria-label={t('list.mode')}
            value={mode}
            options={modes.map((value) => ({ value, label: t(MODES[value]) }))}
            onChange={(next) => onChange({ mode: next })}
          />
        )}
        {turns && (
          <Pagination
            total={total}
            current={current}
            pageSize={size}
            pageSizeOptions={[...PAGE_SIZES]}
            showSizeChanger
            showLessItems
            simple={phone}
            onChange={(page, pageSize) =>
              onChange(pageSize === size ? { current: page } : { size: pageSize })
            }
          />
        )}
      </span>
    </div>
  );
}
