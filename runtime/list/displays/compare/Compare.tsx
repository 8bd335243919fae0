import type { KeyboardEvent } from 'react';
import { useT, useText } from '../../../kit/i18n/index.ts';
import { Icon } from '../../../kit/theme/Icon.tsx';
import { listField } from '../../../record/query/fields.ts';
import { Cell, RecordLink } from '../../cell/Cell.tsx';
import { RowMenu } from '../../cell/RowMenu.tsx';
import { countRowMoves, RowMoves } from '../../cell/RowMoves.tsx';
import type { DisplayProps } from '../displayProps.ts';
import { type Best, bestRecords } from './best.ts';
import './compare.css';

const SIGN_SIZE = 14;

/** Moves the focus to the name of the neighbouring record. */
function stepFocus({ key, target, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  const own = (target as HTMLElement).closest('th');
  if (step === undefined || !own) return false;
  const heads = [...currentTarget.querySelectorAll<HTMLElement>('th[scope="col"]')];
  heads[heads.indexOf(own) + step]?.querySelector<HTMLElement>('button, a')?.focus();
  return true;
}

/** Shows records side by side: a column for each record, a row for each field. The best values are marked. */
export default function Compare(props: DisplayProps) {
  const { entity, display, records, columns, names, more, onMore } = props;
  const { onOpen, onEdit, onDelete, onMove } = props;
  const t = useT();
  const text = useText();
  const fields = (display.fields ?? columns).filter((name) => name !== entity.label);
  return (
    <section
      className="wd-display wd-compared wd-card"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
      tabIndex={0}
      aria-label={t('list.display.compare')}
    >
      <table
        aria-label={t('list.display.compare')}
        onKeyDown={(event) => {
          if (stepFocus(event)) event.preventDefault();
        }}
      >
        <thead>
          <tr>
            <td />
            {records.map((record) => (
              <th key={record.id} scope="col">
                <span className="wd-compared-head">
                  <RecordLink {...{ entity, names, record, onOpen }} name={entity.label} />
                  <RowMenu {...{ entity, record, onOpen, onEdit, onDelete, onMove }} />
                </span>
                {countRowMoves(entity) > 0 && <RowMoves {...{ entity, record, onMove }} />}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fields.map((name) => (
            <FieldRow
              key={name}
              {...{ entity, name, records, names }}
              title={text(listField(entity, name).title ?? { zh: name, en: name })}
              best={display.best?.[name]}
            />
          ))}
        </tbody>
      </table>
      {more && (
        <button type="button" className="wd-compared-more" onClick={onMore}>
          {t('list.loadMore')}
        </button>
      )}
    </section>
  );
}

interface RowProps extends Pick<DisplayProps, 'entity' | 'records' | 'names'> {
  name: string;
  title: string;
  best: Best | undefined;
}

function FieldRow({ entity, name, records, names, title, best }: RowProps) {
  const t = useT();
  const field = listField(entity, name);
  const winners = best ? bestRecords(records, name, field, best) : null;
  return (
    <tr>
      <th scope="row">{title}</th>
      {records.map((record) => (
        <td key={record.id} data-best={winners?.has(record.id) || undefined}>
          <Cell {...{ entity, name, record, names }} value={record[name]} />
          {winners?.has(record.id) && <Icon name="check" size={SIGN_SIZE} label={t('display.best')} />}
        </td>
      ))}
    </tr>
  );
}
