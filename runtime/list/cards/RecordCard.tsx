import type { HTMLAttributes } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { labelOfRecord } from '../../form/values/recordName.ts';
import { useText } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { MarkButtons } from '../../record/marks/MarkButtons.tsx';
import { listField } from '../../record/query/fields.ts';
import type { Selection } from '../bulk/useSelection.ts';
import { Cell, RecordLink } from '../cell/Cell.tsx';
import { RowMenu } from '../cell/RowMenu.tsx';
import { countRowMoves, RowMoves } from '../cell/RowMoves.tsx';
import type { RefNames } from '../cell/useRefNames.ts';
import type { RowActions } from '../cell/useRowItems.tsx';
import { useLongPress } from './useLongPress.ts';
import './cards.css';

/** Size of the icon that replaces a missing picture. */
const PICTURE_SIGN = 32;

const isFilled = (value: unknown) => value !== null && value !== undefined && value !== '';

interface Props extends RowActions {
  entity: Entity;
  record: ListRecord;
  names: RefNames;
  /** The field that links to the record, by default the name field. */
  lead?: string | undefined;
  /** The fields below the name. Empty ones are not shown. */
  fields: readonly string[];
  /** Null without bulk actions. */
  selection: Selection | null;
  /** The address of the picture above the name. Undefined for cards without pictures. */
  picture?: string | null | undefined;
  /** Handlers and attributes of the card element. */
  frame?: HTMLAttributes<HTMLLIElement> & { ref?: (element: HTMLLIElement | null) => void };
}

/** Shows a record as a card. A click on the name opens the record. The menu contains its commands. */
export function RecordCard(props: Props) {
  const { entity, record, lead = entity.label, fields, names, selection, picture, frame } = props;
  const { onOpen, onEdit, onDelete, onMove } = props;
  const text = useText();
  const picking = selection?.picking ?? false;
  const picked = picking && selection?.has(record.id) === true;
  const press = useLongPress(
    selection && !picking
      ? () => {
          selection.pick();
          selection.toggle(record, true, false);
        }
      : null,
  );
  const filled = fields.filter((name) => isFilled(record[name]));
  return (
    <li className="wd-list-card wd-card" data-picked={picked || undefined} {...press} {...frame}>
      {picture !== undefined && (
        <div className="wd-list-card-picture">
          {picture ? <img src={picture} alt="" loading="lazy" /> : <Icon name="image" size={PICTURE_SIGN} />}
        </div>
      )}
      <div className="wd-list-card-head">
        {picking ? (
          <label className="wd-list-card-pick">
            <input
              type="checkbox"
              className="wd-table-box"
              checked={picked}
              onChange={({ target }) => selection?.toggle(record, target.checked, false)}
            />
            <span>{labelOfRecord(entity, record)}</span>
          </label>
        ) : (
          <>
            <RecordLink {...{ entity, names, record, onOpen }} name={lead} />
            <span className="wd-list-card-tools">
              <MarkButtons entity={entity} record={record} />
              <RowMenu {...{ entity, record, onOpen, onEdit, onDelete, onMove }} />
            </span>
          </>
        )}
      </div>
      {filled.length > 0 && (
        <dl>
          {filled.map((name) => (
            <div key={name}>
              <dt>{text(listField(entity, name).title ?? { zh: name, en: name })}</dt>
              <dd>
                <Cell entity={entity} name={name} value={record[name]} record={record} names={names} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {!picking && countRowMoves(entity) > 0 && (
        <div className="wd-list-card-moves">
          <RowMoves {...{ entity, record, onMove }} />
        </div>
      )}
    </li>
  );
}
