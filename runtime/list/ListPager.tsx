import { Pagination } from 'antd';
import { number_format } from '../core/format.ts';
import { useT } from '../i18n/index.ts';
import { type ListState, PAGE_SIZES } from './query.ts';

interface Props {
  total: number;
  current: number;
  size: number;
  onChange(part: Partial<ListState>): void;
}

export function ListPager({ total, current, size, onChange }: Props) {
  const t = useT();
  return (
    <div className="wd-list-pager">
      <span className="wd-figures" role="status">
        {t('list.total', { count: number_format(total) })}
      </span>
      <Pagination
        total={total}
        current={current}
        pageSize={size}
        pageSizeOptions={[...PAGE_SIZES]}
        showSizeChanger
        showLessItems
        onChange={(page, pageSize) => onChange(pageSize === size ? { current: page } : { size: pageSize })}
      />
    </div>
  );
}
