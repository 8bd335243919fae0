import { Button, Tooltip } from 'antd';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { movesOf } from '../../core/rules/states.ts';
import { labelOfRecord } from '../../form/values/recordName.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { useMoves } from '../../record/states/useMoves.tsx';
import type { RowProps } from './useRowItems.tsx';

/** Returns the maximum number of transition buttons in a row of the entity. */
export const countRowMoves = (entity: EntityDefinition): number =>
  movesOf(entity).filter(({ inRow }) => inRow).length;

interface Props extends Pick<RowProps, 'entity' | 'record' | 'onMove'> {
  /** Shows the icon only. Its text appears on hover. */
  short?: boolean;
}

/** Shows buttons in the row for the transitions that are possible now. */
export function RowMoves({ entity, record, onMove, short = false }: Props) {
  const { moves } = useMoves(entity, record, { onAsk: (transition) => onMove(record, transition) });
  return moves
    .filter(({ inRow, hindrance }) => inRow && hindrance === null)
    .map(({ key, label, icon, danger, run }) => {
      const name = `${label}: ${labelOfRecord(entity, record)}`;
      return short ? (
        <Tooltip key={key} title={label}>
          <Button
            size="small"
            type="text"
            danger={danger}
            icon={<Icon name={icon} />}
            aria-label={name}
            onClick={run}
          />
        </Tooltip>
      ) : (
        <Button key={key} danger={danger} icon={<Icon name={icon} />} aria-label={name} onClick={run}>
          {label}
        </Button>
      );
    });
}
