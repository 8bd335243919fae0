import { type KeyboardEvent, useRef, useState } from 'react';
import type { Quill } from 'react-quill';
import { type TextKey, useT } from '../../../kit/i18n/index.ts';
import { Icon } from '../../../kit/theme/Icon.tsx';

import { RichLink } from './RichLink.tsx';
import { linkRange, putRichLink, type TextRange } from './richLink.ts';

interface Tool {
  text: Extract<TextKey, `form.rich.${string}`>;
  sign: string;
  format: string;
  value: unknown;
}

const TOOLS: readonly Tool[] = [
  { text: 'form.rich.heading', sign: 'H', format: 'header', value: 2 },
  { text: 'form.rich.bold', sign: 'B', format: 'bold', value: true },
  { text: 'form.rich.italic', sign: 'I', format: 'italic', value: true },
  { text: 'form.rich.underline', sign: 'U', format: 'underline', value: true },
  { text: 'form.rich.strike', sign: 'S', format: 'strike', value: true },
  { text: 'form.rich.bullets', sign: '•', format: 'list', value: 'bullet' },
  { text: 'form.rich.numbers', sign: '1.', format: 'list', value: 'ordered' },
  { text: 'form.rich.quote', sign: '❝', format: 'blockquote', value: true },
];
const STEP: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

interface Props {
  controls: string;
  format: Record<string, unknown>;
  editor(): Quill | undefined;
  onFormat(): void;
}

/** Adds a link to the selection at the time of the request. */
function useLinking(editor: Props['editor'], onFormat: () => void) {
  const [linking, setLinking] = useState<TextRange | null>(null);
  return {
    linking,
    askLink() {
      const quill = editor();
      if (quill) setLinking(linkRange(quill));
    },
    putLink(address: string | null) {
      const quill = editor();
      if (quill && linking) putRichLink(quill, linking, address);
      setLinking(null);
      onFormat();
    },
    leaveLink() {
      setLinking(null);
      editor()?.focus();
    },
  };
}

/** Moves the focus between buttons. After the last comes the first. */
function moveFocus(bar: HTMLElement, step: number): void {
  const buttons = [...bar.querySelectorAll('button')];
  const index = buttons.indexOf(document.activeElement as HTMLButtonElement);
  buttons[(index + step + buttons.length) % buttons.length]?.focus();
}

/** Shows the editor's tools as a single Tab stop. Arrow keys move between buttons. */
export function RichToolbar({ controls, format, editor, onFormat }: Props) {
  const t = useT();
  const bar = useRef<HTMLDivElement>(null);
  const apply = (name: string, value: unknown) => {
    editor()?.format(name, value, 'user');
    onFormat();
  };
  const clear = () => {
    const quill = editor();
    const range = quill?.getSelection(true);
    if (quill && range) quill.removeFormat(range.index, range.length, 'user');
    onFormat();
  };
  const link = typeof format.link === 'string' ? format.link : '';
  const { linking, askLink, putLink, leaveLink } = useLinking(editor, onFormat);
  const move = (event: KeyboardEvent) => {
    const step = STEP[event.key];
    if (!step || !bar.current) return;
    event.preventDefault();
    moveFocus(bar.current, step);
  };
  return (
    <>
      <div
        ref={bar}
        className="wd-rich-bar"
        role="toolbar"
        tabIndex={-1}
        aria-label={t('form.rich.toolbar')}
        aria-controls={controls}
        onKeyDown={move}
      >
        {TOOLS.map(({ text, sign, format: name, value }, index) => (
          <button
            key={text}
            type="button"
            tabIndex={index === 0 ? 0 : -1}
            data-format={name}
            title={t(text)}
            aria-label={t(text)}
            aria-pressed={format[name] === value}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => apply(name, format[name] === value ? false : value)}
          >
            {sign}
          </button>
        ))}
        <button
          type="button"
          tabIndex={-1}
          data-format="link"
          title={t('form.rich.link')}
          aria-label={t('form.rich.link')}
          aria-pressed={link !== ''}
          aria-expanded={linking !== null}
          onMouseDown={(event) => event.preventDefault()}
          onClick={askLink}
        >
          <Icon name="link" size={16} />
        </button>
        <button
          type="button"
          tabIndex={-1}
          title={t('form.rich.clear')}
          aria-label={t('form.rich.clear')}
          onMouseDown={(event) => event.preventDefault()}
          onClick={clear}
        >
          T×
        </button>
      </div>
      {linking && <RichLink address={link} onDone={putLink} onCancel={leaveLink} />}
    </>
  );
}
