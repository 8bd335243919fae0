import type { WidgetProps } from '@rjsf/utils';
import { useRef, useState } from 'react';
import ReactQuill from 'react-quill';
import 'quill/dist/quill.core.css';
import { cleanHtml } from '../../../fieldTypes/html/cleanHtml.ts';
import { ariaProps, labelId } from '../../../kit/parts/controlProps.ts';
import '../../../fieldTypes/html/richText.css';
import { readEnteredHtml } from './entered.ts';
import { RichToolbar } from './RichToolbar.tsx';

/** No pictures, videos or formulas (V058): text only. */
const FORMATS = ['header', 'bold', 'italic', 'underline', 'strike', 'list', 'blockquote', 'link', 'align'];
const MODULES = { toolbar: false, clipboard: { matchVisual: false } };

/** Edits formatted text. A value is written into the editor only if it changed outside the editor. */
export default function RichTextControl(props: WidgetProps) {
  const editor = useRef<ReactQuill>(null);
  const value = (props.value as string | undefined) ?? '';
  const disabled = props.disabled || props.readonly;
  const entered = useRef(value);
  const [format, setFormat] = useState<Record<string, unknown>>({});
  const start = useRef({ html: cleanHtml(value), generation: 0 });
  if (value !== entered.current) {
    entered.current = value;
    start.current = { html: cleanHtml(value), generation: start.current.generation + 1 };
  }
  const aria = ariaProps(props);
  const showFormat = () => {
    const quill = editor.current?.getEditor();
    const range = quill?.getSelection();
    if (quill && range) setFormat(quill.getFormat(range));
  };
  return (
    <div
      className="wd-rich"
      data-status={props.rawErrors?.length ? 'error' : undefined}
      data-disabled={disabled || undefined}
    >
      {!disabled && (
        <RichToolbar
          controls={props.id}
          format={format}
          editor={() => editor.current?.getEditor()}
          onFormat={showFormat}
        />
      )}
      <ReactQuill
        key={start.current.generation}
        ref={(instance) => {
          editor.current = instance;
          const root = instance?.getEditor().root;
          if (!root) return;
          root.id = props.id;
          root.role = 'textbox';
          root.ariaMultiLine = 'true';
          root.setAttribute('aria-labelledby', labelId(props.id));
          for (const [name, worth] of Object.entries(aria)) {
            if (worth === undefined) root.removeAttribute(name);
            else root.setAttribute(name, String(worth));
          }
        }}
        theme="default"
        modules={MODULES}
        formats={FORMATS}
        defaultValue={start.current.html}
        readOnly={disabled}
        useSemanticHTML={false}
        onChange={(html, _delta, source) => {
          if (source !== 'user') return;
          const next = readEnteredHtml(html);
          entered.current = next;
          props.onChange(next || undefined);
          showFormat();
        }}
        onChangeSelection={showFormat}
        onBlur={() => props.onBlur(props.id, entered.current)}
      />
    </div>
  );
}
