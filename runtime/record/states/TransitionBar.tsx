import { Button, Tooltip } from 'antd';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { ShownValue } from '../../form/shown/ShownValue.tsx';
import { useLiveCommands } from '../../kit/command/commandStore.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import type { ListRecord } from '../calls/useRecords.ts';
import './states.css';
import { type Move, useMoves } from './useMoves.tsx';

interface Props {
  entity: EntityDefinition;
  record: ListRecord;
  onDone?(): void;
}

/** Returns whether only the bar shows the state, because no section of the form contains it. */
const isBarAlone = ({ ui, states }: EntityDefinition): boolean =>
  ui?.sections !== undefined && !ui.sections.some(({ fields }) => fields?.includes(states?.field ?? ''));

/**
 * Shows the record's state and its transitions, impossible ones with the reason. Without transitions, the state is
 * shown only if the form does not show it.
 */
export function TransitionBar({ entity, record, onDone }: Props) {
  const t = useT();
  const text = useText();
  const { moves, dialog } = useMoves(entity, record, { onDone });
  useLiveCommands(
    moves
      .filter(({ hindrance }) => hindrance === null)
      .map(({ key, label, icon, run }) => ({
        id: `move.${key}`,
        group: 'here',
        icon,
        title: { zh: label, en: label },
        run,
      })),
  );
  const field = entity.states && entity.schema.properties?.[entity.states.field];
  const isAlone = moves.length === 0;
  if (isAlone && !(field && isBarAlone(entity))) return null;
  return (
    <section className="wd-moves" aria-label={isAlone && field?.title ? text(field.title) : t('flow.moves')}>
      {field && (
        <span className="wd-moves-state">
          <ShownValue field={field} value={record[entity.states?.field ?? '']} />
        </span>
      )}
      {moves.map((move) => (
        <MoveButton key={move.key} move={move} />
      ))}
      {dialog}
    </section>
  );
}

/** Renders the button of a transition. A forbidden one is focusable, so that its reason can be read. */
function MoveButton({ move: { label, icon, danger, hindrance, run } }: { move: Move }) {
  const button = (
    <Button
      danger={danger}
      icon={<Icon name={icon} />}
      aria-disabled={hindrance !== null}
      className={hindrance === null ? undefined : 'wd-move-hindered'}
      onClick={hindrance === null ? run : undefined}
    >
      {label}
      {hindrance !== null && <span className="wd-hidden">{hindrance}</span>}
    </Button>
  );
  return hindrance === null ? button : <Tooltip title={hindrance}>{button}</Tooltip>;
}
