import { Button } from 'antd';
import type { ReactNode } from 'react';
import { number_format } from '../../core/format.ts';
import { useT } from '../../i18n/index.ts';
import { Icon } from '../../theme/Icon.tsx';
import type { Bulk } from './useBulk.tsx';
import type { Selection } from './useSelection.ts';

interface Props {
  selection: Selection;
  bulk: Bulk;
  total: number;
  mayUpdate: boolean;
  mayDelete: boolean;
  children?: ReactNode;
}

/** What is picked, and what can be done with all of it. */
export function BulkBar({ selection, bulk, total, mayUpdate, mayDelete, children }: Props) {
  const t = useT();
  const { count, all, whole } = selection;
  return (
    <div className="wd-list-bar" role="toolbar" aria-label={t('list.bulkBar')}>
      <span role="status">
        {t(all ? 'list.selectedAll' : 'list.selected', { count: number_format(count) })}
      </span>
      {whole && !all && total > count && (
        <Button type="link" onClick={selection.selectAll}>
          {t('list.selectAll', { count: number_format(total) })}
        </Button>
      )}
      <span className="wd-list-actions">
        {mayUpdate && (
          <Button icon={<Icon name="edit" />} onClick={bulk.edit}>
            {t('list.bulkEdit')}
          </Button>
        )}
        {mayDelete && (
          <Button danger icon={<Icon name="delete" />} onClick={bulk.remove}>
            {t('list.delete')}
          </Button>
        )}
        {children}
        <Button type="text" onClick={selection.clear}>
          {t('list.selectNone')}
        </Button>
      </span>
    </div>
  );
}
