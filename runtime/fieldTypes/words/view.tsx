import type { WidgetProps } from '@rjsf/utils';
import { Input } from 'antd';
import { pickText } from '../../core/text/pickText.ts';
import { useLang } from '../../kit/i18n/index.ts';
import { baseProps } from '../../kit/parts/controlProps.ts';
import type { FieldView } from '../views.ts';
import { PARTS, type WordsPart } from './words.ts';
import './words.css';

type Words = Partial<Record<WordsPart, string>>;

const NAMES = Object.keys(PARTS) as WordsPart[];

/** Returns the text with one language changed. Undefined if no text is left. */
function changePart(words: Words, part: WordsPart, text: string): Words | undefined {
  const { [part]: _, ...others } = words;
  const next = text === '' ? others : { ...others, [part]: text };
  return Object.keys(next).length > 0 ? next : undefined;
}

function WordsControl(props: WidgetProps) {
  const lang = useLang();
  const { id, ...base } = baseProps(props);
  const words = (props.value as Words | undefined) ?? {};
  return (
    <fieldset className="wd-words" id={id} aria-label={props.label}>
      {NAMES.map((part) => (
        <div key={part}>
          <label htmlFor={`${id}__${part}`}>{pickText(PARTS[part].title, lang)}</label>
          <Input
            {...base}
            id={`${id}__${part}`}
            value={words[part] ?? ''}
            maxLength={PARTS[part].maxLength}
            onChange={(event) => props.onChange(changePart(words, part, event.target.value))}
          />
        </div>
      ))}
    </fieldset>
  );
}

export const view: FieldView = { Control: WordsControl };
