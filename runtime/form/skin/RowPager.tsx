import { Pagination } from 'antd';
import { useRef } from 'react';
import { useT } from '../../kit/i18n/index.ts';
import { usePhone } from '../../kit/theme/useMedia.ts';

export interface RowPagerProps {
  total: number;
  /** Page number, from 1. */
  page: number;
  size: number;
  onPage(page: number): void;
}

/** Lets the user choose the page of a long list in a form. */
export default function RowPager({ total, page, size, onPage }: RowPagerProps) {
  const t = useT();
  const phone = usePhone();
  const frame = useRef<HTMLElement>(null);
  const turn = (next: number) => {
    onPage(next);
    frame.current?.closest('fieldset')?.scrollIntoView({ block: 'start' });
  };
  return (
    <nav ref={frame} aria-label={t('form.rowPages')}>
      <Pagination
        {...{ total }}
        current={page}
        pageSize={size}
        showSizeChanger={false}
        showLessItems
        simple={phone}
        showTotal={(count) => t('form.rowCount', { count })}
        onChange={turn}
      />
    </nav>
  );
}
