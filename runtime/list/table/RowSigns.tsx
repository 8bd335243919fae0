import { memo } from 'react';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { labelOfRecord } from '../../form/values/recordName.ts';
import { useT } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { detailId } from './RowDetail.tsx';

interface Props {
  entity: EntityDefinition;
  record: ListRecord;
  role: 'cell' | 'gridcell';
}

const SIGN_SIZE = 14;

interface CheckProps extends Props {
  selected: boolean;
  disabled: boolean;
  onSelect(record: ListRecord, selected: boolean, stretch: boolean): void;
}

/** Selects the record. With Shift, selects all rows up to this one. */
export const CheckCell = memo(function CheckCell(props: CheckProps) {
  const { entity, record, role, selected, disabled, onSelect } = props;
  const t = useT();
  return (
    <td className="wd-table-check" data-pin="start" role={role}>
      <input
        type="checkbox"
        className="wd-table-box"
        aria-label={t('list.selectOne', { title: labelOfRecord(entity, record) })}
        disabled={disabled}
        checked={selected}
        onChange={(event) =>
          onSelect(record, event.target.checked, (event.nativeEvent as MouseEvent).shiftKey === true)
        }
      />
    </td>
  );
});

interface MoreProps extends Props {
  /** In a tree another icon expands the children, so this one differs. */
  tree: boolean;
  detailed: boolean;
  onDetail(id: number): void;
}

/** Expands the fields without a column. */
export const MoreCell = memo(function MoreCell(props: MoreProps) {
  const { entity, record, role, tree, detailed, onDetail } = props;
  const t = useT();
  return (
    <td className="wd-table-more" data-pin="start" role={role}>
      <button
        type="button"
        aria-expanded={detailed}
        aria-controls={detailed ? detailId(entity, record.id) : undefined}
        aria-label={t('list.detailOf', { title: labelOfRecord(entity, record) })}
        onClick={() => onDetail(record.id)}
      >
        <Icon name={tree ? 'info' : 'chevron'} size={SIGN_SIZE} />
      </button>
    </td>
  );
});
