import { Button, Tooltip } from 'antd';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { movesOf } from '../../core/rules/states.ts';
import { labelOfRecord } from '../../form/values/recordName.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { useMoves } from '../../record/states/useMoves.tsx';
import type { RowProps } from './useRowItems.tsx';

/** So many buttons a row of the entity has at most. */
export const countRowMoves = (entity: EntityDefinition): number =>
  movesOf(entity).filter(({ inRow }) => inRow).length;

interface Props extends Pick<RowProps, 'entity' | 'record' | 'onMove'> {
  /** The sign alone: its words show when it is pointed at. */
  short?: boolean;
}

/** The moves whose buttons stand in the row itself, as far as they are possible now. */
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
