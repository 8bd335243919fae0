import '../../../../../runtime/core/definitions/allEntities.ts';
import { Button, Checkbox, Select } from 'antd';
import type { EntityDefinition, Option } from '../../../../../generated/definition.ts';
import { useT, useText } from '../../../../../runtime/kit/i18n/index.ts';
import { later } from '../../../../../runtime/kit/overlay/later.tsx';
import { Icon } from '../../../../../runtime/kit/theme/Icon.tsx';
import { useDesign } from '../designContext.ts';
import { entityOf } from '../entityDoc.ts';
import { Mistakes } from '../Mistakes.tsx';
import { stateMistakes } from '../mistakes.ts';
import { TitleInput } from '../TitleInput.tsx';
import texts from '../texts.json';
import { MoveCard } from './MoveCard.tsx';
import {
  addMove,
  addState,
  addStates,
  changeState,
  closeState,
  movesOf,
  removeState,
  statesAreOwn,
  statesOf,
  titleState,
  type Value,
  withInitial,
} from './states.ts';

const StateGraph = later(() => import('./StateGraph.tsx'), <div className="wd-design-graph" />);

const COLORS = ['neutral', 'info', 'normal', 'minor', 'major', 'critical'] as const;

/** Edits the states of a record as a drawing and, below it, as a list of the same. */
export function StatesDesign() {
  const t = useT(texts);
  const { whole, readOnly, onChange } = useDesign();
  const change = (entity: EntityDefinition) => onChange({ ...whole, ...entity });
  if (!whole.states) {
    return (
      <div className="wd-design wd-design-none">
        <p>{t('design.noStates')}</p>
        {!readOnly && (
          <Button type="primary" icon={<Icon name="plus" />} onClick={() => change(addStates(whole))}>
            {t('design.addStates')}
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className="wd-design">
      <StateGraph
        entity={whole}
        onConnect={readOnly ? null : (from, to) => change(addMove(whole, from, to))}
      />
      <ol className="wd-design-states">
        {statesOf(whole).map((option, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the value of a state follows its title while one types
          <li key={at}>
            <StateCard option={option} onEntity={change} />
          </li>
        ))}
      </ol>
      {!readOnly && statesAreOwn(whole) && (
        <Button icon={<Icon name="plus" />} onClick={() => change(addState(whole))}>
          {t('design.addState')}
        </Button>
      )}
    </div>
  );
}

interface CardProps {
  option: Option;
  onEntity(entity: EntityDefinition): void;
}

/** Edits a state: its title, and the buttons of a record in it. */
function StateCard({ option, onEntity }: CardProps) {
  const t = useT(texts);
  const text = useText();
  const { whole, held, readOnly, spell } = useDesign();
  const value = option.value as Value;
  const title = text(option.title);
  const isOwn = statesAreOwn(whole);
  const isNew = !(held && statesOf(entityOf(held)).some((one) => one.value === value));
  const isInitial = whole.states?.initial === value;
  const isClosed = whole.states?.locked?.in.includes(value) ?? false;
  const others = statesOf(whole).filter((one) => one.value !== value);
  return (
    <article className="wd-design-state" aria-label={t('design.stateOf', { title })}>
      <header>
        <TitleInput
          label={t('design.stateTitle')}
          title={option.title}
          readOnly={readOnly || !isOwn}
          onChange={(next) => onEntity(titleState(whole, value, next, { isNew, spell }))}
        />
        <Select
          aria-label={t('design.color')}
          disabled={readOnly || !isOwn}
          value={option.color ?? 'neutral'}
          options={COLORS.map((color) => ({ value: color, label: t(`design.color.${color}`) }))}
          onChange={(color) => onEntity(changeState(whole, value, { color }))}
        />
        {!readOnly && isOwn && statesOf(whole).length > 1 && (
          <Button
            type="text"
            icon={<Icon name="delete" />}
            aria-label={t('design.removeOf', { title })}
            onClick={() => onEntity(removeState(whole, value))}
          />
        )}
      </header>
      <Mistakes mistakes={stateMistakes(whole, value)} />
      <span className="wd-design-add">
        <Checkbox
          checked={isInitial}
          disabled={readOnly || isInitial}
          onChange={() => onEntity(withInitial(whole, value))}
        >
          {t('design.first')}
        </Checkbox>
        <Checkbox
          checked={isClosed}
          disabled={readOnly}
          onChange={({ target }) => onEntity(closeState(whole, value, target.checked))}
        >
          {t('design.closed')}
        </Checkbox>
      </span>
      <ul>
        {movesOf(whole).map(
          (move, at) =>
            move.from?.includes(value) && (
              // biome-ignore lint/suspicious/noArrayIndexKey: the key of a button follows its title while one types
              <li key={at}>
                <MoveCard {...{ at, move, onEntity }} />
              </li>
            ),
        )}
      </ul>
      {!readOnly && others.length > 0 && (
        <Select
          className="wd-design-to"
          aria-label={t('design.addMoveOf', { title })}
          placeholder={t('design.addMove')}
          value={null}
          options={others.map((one) => ({ value: String(one.value), label: text(one.title) }))}
          onChange={(to: string) => {
            const target = others.find((one) => String(one.value) === to);
            if (target) onEntity(addMove(whole, value, target.value as Value));
          }}
        />
      )}
    </article>
  );
}
