import { Button, Checkbox, Input, InputNumber, Select } from 'antd';
import { type PointerEvent, useRef } from 'react';
import type { DictionaryDefinition, Option } from '../../../../../generated/definition.ts';
import type { SourceLang } from '../../../../../runtime/core/text/lang.ts';
import { useT, useText } from '../../../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../../../runtime/kit/theme/Icon.tsx';
import { iconList } from '../../../../../runtime/kit/theme/iconSet.ts';
import { useDragOrder } from '../../../../../runtime/list/table/useDragOrder.ts';
import type { StudioProblem } from '../../document.ts';
import { Grip } from '../Grip.tsx';
import type { Spell } from '../keys.ts';
import { TitleInput } from '../TitleInput.tsx';
import texts from '../texts.json';
import { Wrong } from '../Wrong.tsx';
import {
  addEntry,
  changeEntry,
  placeEntry,
  removeEntry,
  stepEntry,
  titleEntry,
  writeTitle,
} from './entries.ts';
import './entries.css';

const COLORS = [
  ...(['neutral', 'info', 'normal', 'minor', 'major', 'critical', 'offline', 'unknown'] as const),
];
const LONGEST = 100;

interface Props {
  dictionary: DictionaryDefinition;
  /** The applied dictionary. Null for a new one. Its values are fixed. */
  held: DictionaryDefinition | null;
  readOnly: boolean;
  problems: readonly StudioProblem[];
  spell: Spell;
  onDictionary(dictionary: DictionaryDefinition): void;
}

/** Edits the entries of a dictionary. The user orders them by dragging or by key. */
export function EntriesDesign(props: Props) {
  const t = useT(texts);
  const { dictionary, held, readOnly, problems, onDictionary } = props;
  const { drag, begin } = useDragOrder('y', (name, target, side) =>
    onDictionary(placeEntry(dictionary, name, target, side)),
  );
  return (
    <div className="wd-design">
      <TitleInput
        label={t('design.title')}
        title={dictionary.title}
        readOnly={readOnly}
        onChange={(title) => onDictionary({ ...dictionary, title })}
      />
      <Checkbox
        checked={dictionary.editable ?? false}
        disabled={readOnly || held !== null}
        onChange={({ target }) => onDictionary({ ...dictionary, editable: target.checked || undefined })}
      >
        {t('design.editable')}
      </Checkbox>
      <section aria-label={t('design.entries')}>
        <h3>{t('design.entries')}</h3>
        <ol className="wd-design-entries" data-drag-scope>
          {dictionary.entries.map((entry, at) => {
            const name = String(entry.value);
            return (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: the value follows the title while one types
                key={at}
                data-drag={name}
                data-landing={drag?.target === name && drag.name !== name ? drag.side : undefined}
                data-moving={drag?.name === name || undefined}
              >
                <EntryRow {...props} {...{ entry, at }} onGrip={(event) => begin(event, name)} />
                <Wrong problems={problems} pointer={`/entries/${at}`} />
              </li>
            );
          })}
        </ol>
        {!readOnly && (
          <Button icon={<Icon name="plus" />} onClick={() => onDictionary(addEntry(dictionary))}>
            {t('design.addEntry')}
          </Button>
        )}
      </section>
    </div>
  );
}

interface RowProps extends Props {
  entry: Option;
  at: number;
  onGrip(event: PointerEvent<HTMLElement>): void;
}

function EntryRow({ dictionary, held, readOnly, spell, entry, at, onGrip, onDictionary }: RowProps) {
  const t = useT(texts);
  const text = useText();
  const title = text(entry.title);
  const isNew = !held?.entries.some(({ value }) => value === entry.value);
  const change = (part: Partial<Option>) => onDictionary(changeEntry(dictionary, at, part));
  const first = useRef<SourceLang>(null);
  function retitle(lang: SourceLang, value: string): void {
    first.current ??= lang;
    const written = writeTitle(entry.title, lang, value, first.current === lang);
    onDictionary(titleEntry(dictionary, at, written, { isNew, spell }));
  }
  return (
    <fieldset aria-label={title}>
      <Grip
        axis="y"
        disabled={readOnly}
        {...{ title, onGrip }}
        onStep={(by) => onDictionary(stepEntry(dictionary, at, by))}
      />
      {(['zh', 'en'] as const).map((lang) => (
        <Input
          key={lang}
          aria-label={t('design.entryTitle', { lang: t(`design.lang.${lang}`) })}
          placeholder={t(`design.lang.${lang}`)}
          value={entry.title[lang]}
          maxLength={LONGEST}
          readOnly={readOnly}
          onChange={({ target }) => retitle(lang, target.value)}
        />
      ))}
      <EntryLook {...{ entry, readOnly, isNew }} onEntry={change} />
      {!readOnly && (
        <span>
          <Checkbox
            checked={entry.disabled ?? false}
            onChange={({ target }) => change({ disabled: target.checked || undefined })}
          >
            {t('design.disabledEntry')}
          </Checkbox>
          <Button
            type="text"
            icon={<Icon name="delete" />}
            disabled={dictionary.entries.length === 1}
            aria-label={t('design.removeOf', { title })}
            onClick={() => onDictionary(removeEntry(dictionary, at))}
          />
        </span>
      )}
    </fieldset>
  );
}

interface LookProps {
  entry: Option;
  readOnly: boolean;
  isNew: boolean;
  onEntry(change: Partial<Option>): void;
}

/** Edits the stored value of an entry, its colour and its icon. */
function EntryLook({ entry, readOnly, isNew, onEntry }: LookProps) {
  const t = useT(texts);
  const text = useText();
  return (
    <>
      {typeof entry.value === 'number' ? (
        <InputNumber
          aria-label={t('design.entryValue')}
          value={entry.value}
          readOnly={readOnly || !isNew}
          onChange={(value) => value !== null && onEntry({ value })}
        />
      ) : (
        <Input
          aria-label={t('design.entryValue')}
          value={String(entry.value)}
          maxLength={LONGEST}
          readOnly={readOnly || !isNew}
          onChange={({ target }) => onEntry({ value: target.value })}
        />
      )}
      <Select
        aria-label={t('design.color')}
        placeholder={t('design.color')}
        allowClear
        disabled={readOnly}
        value={entry.color ?? null}
        options={COLORS.map((value) => ({ value, label: t(`design.color.${value}`) }))}
        onChange={(color) => onEntry({ color: color ?? undefined })}
      />
      <Select
        aria-label={t('design.icon')}
        placeholder={t('design.icon')}
        allowClear
        showSearch={{ optionFilterProp: 'title' }}
        disabled={readOnly}
        popupMatchSelectWidth={false}
        value={entry.icon ?? null}
        options={iconList.map((icon) => ({
          value: icon.name,
          title: text(icon.title),
          label: (
            <span className="wd-design-icon">
              <Icon name={icon.name} /> {text(icon.title)}
            </span>
          ),
        }))}
        onChange={(icon) => onEntry({ icon: icon ?? undefined })}
      />
    </>
  );
}
