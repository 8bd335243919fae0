import type { BoardWidget } from '../../../generated/definition.ts';
import { ShownValue } from '../../form/shown/ShownValue.tsx';
import { useT } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import type { Change, Difference, FieldChange, WidgetChange } from './difference.ts';
import { useChangeWords } from './useChangeWords.ts';
import './versions.css';

const ICONS: Record<Change, string> = { added: 'plus', removed: 'delete', moved: 'move', changed: 'edit' };
const TAG_ICON = 12;

export function ChangeTag({ change }: { change: Change }) {
  const t = useT();
  return (
    <span className="wd-change-tag" data-change={change}>
      <Icon name={ICONS[change]} size={TAG_ICON} />
      {t(`versions.${change}`)}
    </span>
  );
}

export function FieldChanges({ fields, widget }: { fields: readonly FieldChange[]; widget?: BoardWidget }) {
  const t = useT();
  const words = useChangeWords();
  return (
    <dl className="wd-change-fields">
      {fields.map((change) => {
        const field = words.field(change, widget);
        return (
          <div key={`${change.inConfig} ${change.name}`}>
            <dt>{words.title(change, widget)}</dt>
            <dd>
              <del>
                <span className="wd-hidden">{t('versions.before')} </span>
                <ShownValue field={field} value={words.value(change, change.before)} />
              </del>
              <Icon name="chevron" size={TAG_ICON} />
              <ins>
                <span className="wd-hidden">{t('versions.after')} </span>
                <ShownValue field={field} value={words.value(change, change.after)} />
              </ins>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

interface Props {
  difference: Difference;
  /** The id of the widget whose changes are open. */
  open: string | null;
  onOpen(id: string | null): void;
}

/** Lists the changed widgets. A click on a widget shows its changed fields by title. */
export function ChangeList({ difference, open, onOpen }: Props) {
  const t = useT();
  const { widgets, board } = difference;
  if (widgets.length === 0 && board.length === 0)
    return <p className="wd-change-none">{t('versions.same')}</p>;
  return (
    <ul className="wd-change-list">
      {board.length > 0 && (
        <li>
          <p className="wd-change-line">
            <ChangeTag change="changed" />
            <span className="wd-ellipsis">{t('versions.board')}</span>
          </p>
          <FieldChanges fields={board} />
        </li>
      )}
      {widgets.map((change) => (
        <Entry
          key={change.id}
          change={change}
          open={open === change.id}
          onToggle={() => onOpen(open === change.id ? null : change.id)}
        />
      ))}
    </ul>
  );
}

function Entry({ change, open, onToggle }: { change: WidgetChange; open: boolean; onToggle(): void }) {
  const t = useT();
  const words = useChangeWords();
  const { widget, changes, fields, from, to } = change;
  const place = changes.includes('moved') && from && to;
  const line = (
    <>
      {changes.map((change) => (
        <ChangeTag key={change} change={change} />
      ))}
      <span className="wd-ellipsis">{words.name(widget)}</span>
    </>
  );
  if (fields.length === 0 && !place) return <li className="wd-change-line">{line}</li>;
  return (
    <li>
      <button type="button" className="wd-change-line" aria-expanded={open} onClick={onToggle}>
        {line}
        <Icon name="chevron" size={TAG_ICON} />
      </button>
      {open && place && (
        <p className="wd-change-place">
          {t('versions.place', { x: from.x + 1, y: from.y + 1, w: from.w, h: from.h })}
          <Icon name="chevron" size={TAG_ICON} />
          {t('versions.place', { x: to.x + 1, y: to.y + 1, w: to.w, h: to.h })}
        </p>
      )}
      {open && fields.length > 0 && <FieldChanges fields={fields} widget={widget} />}
    </li>
  );
}
