import { Radio } from 'antd';
import type { DashboardDocument } from '../../../generated/definition.ts';
import { ShownValue } from '../../form/shown/ShownValue.tsx';
import { useT } from '../../kit/i18n/index.ts';
import { boardFields, ownFields, placesById, widgetsById } from '../versions/difference.ts';
import { useChangeWords } from '../versions/useChangeWords.ts';
import type { Side } from './lists.ts';
import { BOARD, type Contest } from './merge.ts';

interface Props {
  contest: Contest;
  mine: DashboardDocument;
  theirs: DashboardDocument;
  /** The name of the user who saved first. */
  who: string;
  chosen: Side | undefined;
  onChoose(side: Side): void;
}

/** Shows both versions of a widget that two users changed, and asks the user to choose one. */
export function ContestCard({ contest, mine, theirs, who, chosen, onChoose }: Props) {
  const t = useT();
  const words = useChangeWords();
  const { id, fields, place, removedBy } = contest;
  const sides = { mine: sideOf(mine, id), theirs: sideOf(theirs, id) };
  const widget = sides.mine.widget ?? sides.theirs.widget;
  const name = id === BOARD || !widget ? t('versions.board') : words.name(widget);
  const facts = (side: Side) => {
    const { values, own, at } = sides[side];
    if (removedBy !== null)
      return <p>{t(removedBy === side ? 'conflict.removed' : 'conflict.keptChanged')}</p>;
    return (
      <dl className="wd-change-fields">
        {fields.map((field) => {
          const inConfig = Object.hasOwn(values, field);
          const change = { name: field, inConfig };
          return (
            <div key={field}>
              <dt>{words.title(change, widget)}</dt>
              <dd>
                <ShownValue
                  field={words.field(change, widget)}
                  value={inConfig ? values[field] : own[field]}
                />
              </dd>
            </div>
          );
        })}
        {place && at && (
          <div>
            <dt>{t('conflict.place')}</dt>
            <dd>{t('versions.place', { x: at.x + 1, y: at.y + 1, w: at.w, h: at.h })}</dd>
          </div>
        )}
      </dl>
    );
  };
  return (
    <fieldset className="wd-contest">
      <legend>{name}</legend>
      <Radio.Group value={chosen ?? null} onChange={({ target }) => onChoose(target.value as Side)}>
        {(['mine', 'theirs'] as const).map((side) => (
          <Radio key={side} value={side} aria-label={`${name}: ${t(`conflict.${side}`, { who })}`}>
            <strong>{t(`conflict.${side}`, { who })}</strong>
            {facts(side)}
          </Radio>
        ))}
      </Radio.Group>
    </fieldset>
  );
}

function sideOf(document: DashboardDocument, id: string) {
  const widget = widgetsById(document).get(id);
  const sideFields: Record<string, unknown> = widget ? ownFields(widget) : boardFields(document);
  const values: Record<string, unknown> = widget?.config ?? {};
  return { widget, own: sideFields, values, at: placesById(document).get(id) };
}
