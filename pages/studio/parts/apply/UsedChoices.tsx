import '../../../../runtime/core/definitions/allEntities.ts';
import { Select } from 'antd';
import type { Option } from '../../../../generated/definition.ts';
import { entityRegistry } from '../../../../runtime/core/definitions/entities.ts';
import { useT, useText } from '../../../../runtime/kit/i18n/index.ts';
import texts from '../../texts.json';
import { entityOf, fieldsOf, optionsOf, titleOfField } from '../design/entityDoc.ts';
import type { Document, Verdict } from '../document.ts';

export type UsedChoice = NonNullable<Verdict['plan']>['taken'][number];
/** The replacement of each removed choice. `placeOf` makes the keys. */
export type Moves = Readonly<Record<string, UsedChoice['value']>>;

export const placeOf = ({ entity, field, value }: UsedChoice): string => `${entity} ${field} ${value}`;

/** Returns the replacements as the call requires them, without choices that have none. */
export const movesOf = (used: readonly UsedChoice[], moves: Moves) =>
  used.flatMap((choice) => {
    const to = moves[placeOf(choice)];
    const { entity, field, value: from } = choice;
    return to === undefined ? [] : [{ entity, field, from, to }];
  });

interface Props {
  document: Document;
  taken: readonly UsedChoice[];
  moves: Moves;
  onMoves(moves: Moves): void;
}

/** Asks for the replacement of a choice that the definition no longer has. */
export function UsedChoices({ document, taken, moves, onMoves }: Props) {
  const t = useT(texts);
  const text = useText();
  const choicesOf = (entity: string, field: string) => {
    const registered = entityRegistry.get(entity);
    // The entries of a dictionary are offered in every field that uses it.
    if (Array.isArray(document.entries) && registered)
      return { title: titleOfField(registered, field), options: document.entries as Option[] };
    const whole = entityOf(document);
    const own = [whole, ...(whole.lines ?? [])].find(({ name }) => name === entity) ?? whole;
    return { title: titleOfField(own, field), options: optionsOf(fieldsOf(own)[field]) };
  };
  return taken.map((choice) => {
    const { entity, field, title, rows } = choice;
    const own = choicesOf(entity, field);
    const label = t('studio.taken', { count: rows, choice: text(title), field: text(own.title) });
    const place = placeOf(choice);
    return (
      <p key={place} className="wd-studio-taken">
        {label}
        <Select
          aria-label={label}
          placeholder={t('studio.takenTo')}
          value={moves[place] ?? null}
          options={own.options.map((option) => ({
            value: option.value as UsedChoice['value'],
            label: text(option.title),
          }))}
          onChange={(to) => onMoves({ ...moves, [place]: to })}
        />
      </p>
    );
  });
}
