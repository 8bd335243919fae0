import { Button, Modal } from 'antd';
import { useMemo, useState } from 'react';
import type { EntityDefinition, Field } from '../../../generated/definition.ts';
import type { Values } from '../../core/rules/rule.ts';
import { ShownValue } from '../../form/shown/ShownValue.tsx';
import { useT, useText } from '../../kit/i18n/index.ts';
import { SideButtons } from '../../kit/overlay/SideButtons.tsx';
import { SIZE } from '../../kit/theme/tokens.ts';
import { listField } from '../query/fields.ts';
import { applyMerge, type Choice, type MergeRow, mergeRows } from './merge.ts';
import './merge.css';

interface Props {
  entity: EntityDefinition;
  /** The common earlier values of both changes. */
  base: Values;
  mine: Values;
  theirs: Values;
  /** Label of the button that applies the choice. By default the choice is applied to the form. */
  applyLabel?: string;
  onApply(values: Values): void;
  /** Discards the user's changes. */
  onDiscard(): void;
  /** Called when the user returns to the form without a change. */
  onCancel(): void;
}

/**
 * Merges two changes of a record (409). All differences are shown side by side. The user decides conflicting fields.
 */
export function MergeDialog(props: Props) {
  const { entity, base, mine, theirs, applyLabel, onApply, onDiscard, onCancel } = props;
  const t = useT();
  const rows = useMemo(() => mergeRows(entity, base, mine, theirs), [entity, base, mine, theirs]);
  const [chosen, setChosen] = useState<Readonly<Record<string, Choice>>>({});
  const contested = rows.filter(({ by }) => by === 'both');
  const all = (choice: Choice) => setChosen(Object.fromEntries(contested.map(({ name }) => [name, choice])));
  return (
    <Modal
      open
      className="wd-form-dialog"
      title={t('merge.title')}
      width={SIZE.form * 1.4}
      mask={{ closable: false }}
      onCancel={onCancel}
      footer={[
        <Button key="discard" type="text" danger onClick={onDiscard}>
          {t('merge.discard')}
        </Button>,
        <Button key="cancel" onClick={onCancel}>
          {t('common.cancel')}
        </Button>,
        <Button
          key="apply"
          type="primary"
          autoFocus
          onClick={() => onApply(applyMerge(theirs, rows, chosen))}
        >
          {applyLabel ?? t('merge.apply')}
        </Button>,
      ]}
    >
      <p className="wd-merge-text">{t('merge.text')}</p>
      {contested.length > 1 && <SideButtons onTake={all} />}
      {/* A choice between two sides, in the style of a form's table. */}
      <div className="wd-form-table">
        <table className="wd-merge">
          <thead>
            <tr>
              {(['field', 'base', 'mine', 'theirs'] as const).map((name) => (
                <th key={name} scope="col">
                  {t(`merge.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row
                key={row.name}
                row={row}
                field={listField(entity, row.name)}
                choice={chosen[row.name] ?? 'mine'}
                onChoose={(choice) => setChosen((old) => ({ ...old, [row.name]: choice }))}
              />
            ))}
          </tbody>
        </table>
      </div>
    </Modal>
  );
}

interface RowProps {
  row: MergeRow;
  field: Field;
  choice: Choice;
  onChoose(choice: Choice): void;
}

const SIDES = [
  ['mine', 'merge.keepMine'],
  ['theirs', 'merge.keepTheirs'],
] as const;

const ONE_SIDE = {
  mine: 'merge.onlyMine',
  theirs: 'merge.onlyTheirs',
  merged: 'merge.bothKept',
} as const;

function Row({ row, field, choice, onChoose }: RowProps) {
  const t = useT();
  const text = useText();
  const title = field.title ? text(field.title) : row.name;
  const isChosen = (side: Choice) => row.by === 'merged' || side === (row.by === 'both' ? choice : row.by);
  return (
    <tr>
      <th scope="row">
        {title}
        {row.by !== 'both' && <p className="wd-field-help">{t(ONE_SIDE[row.by])}</p>}
      </th>
      <td data-label={t('merge.base')}>
        <ShownValue field={field} value={row.base} />
      </td>
      {SIDES.map(([side, name]) => (
        <td key={side} data-label={t(`merge.${side}`)} data-kept={isChosen(side) || undefined}>
          {row.by === 'both' ? (
            <label>
              <input
                type="radio"
                name={`merge-${row.name}`}
                aria-label={t(name, { field: title })}
                checked={choice === side}
                onChange={() => onChoose(side)}
              />
              <span>
                <ShownValue field={field} value={row[side]} />
              </span>
            </label>
          ) : (
            <ShownValue field={field} value={row[side]} />
          )}
        </td>
      ))}
    </tr>
  );
}
