import { Pagination, Segmented } from 'antd';
import { number_format } from '../core/format.ts';
import { useT } from '../i18n/index.ts';
import { usePhone } from '../shell/useMedia.ts';
import { type ListMode, type ListState, PAGE_SIZES } from './query.ts';

interface Props {
  total: number;
  current: number;
  size: number;
  /** Where it can be chosen: page by page, or on and on. */
  mode?: ListMode;
  /** So many rows are there already (endless mode). */
  loaded?: number;
  onChange(part: Partial<ListState>): void;
}

export function ListPager({ total, current, size, mode, loaded = 0, onChange }: Props) {
  const t = useT();
  const phone = usePhone();
  return (
    <div className="wd-list-pager">
      <span className="wd-figures" role="status">
        {mode === 'endless' && loaded < total
          ? t('list.loaded', { loaded: number_format(loaded), count: number_format(total) })
          : t('list.total', { count: number_format(total) })}
      </span>
      <span className="wd-list-actions">
        {mode && (
          <Segmented<ListMode>
            aria-label={t('list.mode')}
            value={mode}
            options={[
              { value: 'pages', label: t('list.modePages') },
              { value: 'endless', label: t('list.modeEndless') },
            ]}
            onChange={(next) => onChange({ mode: next })}
          />
        )}
        {mode !== 'endless' && (
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
