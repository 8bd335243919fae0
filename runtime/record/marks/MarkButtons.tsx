import { Button, Tooltip } from 'antd';
import { useState } from 'react';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { formatNumber } from '../../core/numbers/format.ts';
import { labelOfRecord } from '../../form/values/recordName.ts';
import { useText } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import type { ListRecord } from '../calls/useRecords.ts';
import { setMark } from './marks.ts';
import './marks.css';

/** Returns the marks with a button. Other marks are set by opening the record. */
const marksSet = ({ marks = [] }: EntityDefinition) => marks.filter(({ opened }) => !opened);

/** Returns the number of mark buttons in a row of the entity. */
export const countRowMarks = (entity: EntityDefinition): number => marksSet(entity).length;

interface Props {
  entity: EntityDefinition;
  record: ListRecord;
  /** True in a row of a list. */
  short?: boolean;
}

/** Shows the user's marks on a record as buttons, with the number of users who set each. */
export function MarkButtons({ entity, record, short = false }: Props) {
  const text = useText();
  const [busy, setBusy] = useState(false);
  const label = labelOfRecord(entity, record);
  return marksSet(entity).map(({ name, title, icon = 'star' }) => {
    const marked = record._marks?.[name];
    if (!marked) return null;
    const count = marked.count ? formatNumber(marked.count) : undefined;
    const change = async () => {
      setBusy(true);
      await setMark(entity, record.id, name, !marked.on);
      setBusy(false);
    };
    return (
      <Tooltip key={name} title={text(title)}>
        <Button
          type="text"
          size={short ? 'small' : undefined}
          className="wd-mark"
          aria-pressed={marked.on}
          aria-label={[`${text(title)}: ${label}`, count].filter(Boolean).join(' · ')}
          disabled={busy}
          icon={<Icon name={icon} />}
          onClick={() => void change()}
        >
          {count}
        </Button>
      </Tooltip>
    );
  });
}
