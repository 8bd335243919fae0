import '../../../../../runtime/core/definitions/allEntities.ts';
import { Button, Checkbox, Select } from 'antd';
import type { EntityDefinition } from '../../../../../generated/definition.ts';
import { useT, useText } from '../../../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../../../runtime/kit/theme/Icon.tsx';
import { useDesign } from '../designContext.ts';
import { entityOf, titleOfField } from '../entityDoc.ts';
import { TitleInput } from '../TitleInput.tsx';
import texts from '../texts.json';
import { Wrong } from '../Wrong.tsx';
import {
  askFor,
  asksOf,
  changeMove,
  listAskedFields,
  type Move,
  movesOf,
  REASON,
  removeMove,
  statesOf,
  titleMove,
} from './states.ts';

interface Props {
  at: number;
  move: Move;
  onEntity(entity: EntityDefinition): void;
}

/** Edits a button that leads to another state: its title, its users, its form. */
export function MoveCard({ at, move, onEntity }: Props) {
  const t = useT(texts);
  const text = useText();
  const { whole, held, readOnly, spell, problems } = useDesign();
  const title = text(move.title);
  const target = statesOf(whole).find(({ value }) => value === move.to);
  const isNew = !(held && movesOf(entityOf(held)).some(({ name }) => name === move.name));
  const update = `${whole.name}:update`;
  const fieldNames = [...new Set([...asksOf(move), ...listAskedFields(whole)])];
  const nameOf = (name: string) => text(move.form?.properties?.[name]?.title ?? titleOfField(whole, name));
  const whoMay = [
    { value: '', label: t('design.ownRight') },
    { value: update, label: t('design.whoEdits') },
    ...(move.permission && move.permission !== update
      ? [{ value: move.permission, label: move.permission }]
      : []),
  ];
  return (
    <div className="wd-design-move">
      <header>
        <TitleInput
          label={t('design.moveTitle')}
          title={move.title}
          readOnly={readOnly}
          onChange={(next) => onEntity(titleMove(whole, at, next, { isNew, spell }))}
        />
        <span>→ {target ? text(target.title) : String(move.to ?? '')}</span>
        {!readOnly && (
          <Button
            type="text"
            icon={<Icon name="delete" />}
            aria-label={t('design.removeOf', { title })}
            onClick={() => onEntity(removeMove(whole, at))}
          />
        )}
      </header>
      <Wrong {...{ problems }} pointer={`/states/transitions/${at}`} />
      <span className="wd-design-add">
        <Select
          aria-label={t('design.whoMay', { title })}
          disabled={readOnly}
          value={move.permission ?? ''}
          options={whoMay}
          popupMatchSelectWidth={false}
          onChange={(permission) => onEntity(changeMove(whole, at, { permission: permission || undefined }))}
        />
        <Select
          mode="multiple"
          aria-label={t('design.asksOf', { title })}
          placeholder={t('design.asksNothing')}
          disabled={readOnly}
          value={asksOf(move)}
          options={[
            ...fieldNames.map((value) => ({ value, label: nameOf(value) })),
            ...(fieldNames.includes(REASON) ? [] : [{ value: REASON, label: t('design.reason') }]),
          ]}
          popupMatchSelectWidth={false}
          onChange={(names) => onEntity(askFor(whole, at, names))}
        />
        <Checkbox
          checked={move.danger ?? false}
          disabled={readOnly}
          onChange={({ target: { checked } }) =>
            onEntity(changeMove(whole, at, { danger: checked || undefined }))
          }
        >
          {t('design.danger')}
        </Checkbox>
      </span>
    </div>
  );
}
