import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import {
  bracketMatching,
  defaultHighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { linter, lintGutter } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import type { WidgetProps } from '@rjsf/utils';
import { useEffect, useRef } from 'react';
import { ariaProps, labelId } from '../../../kit/parts/controlProps.ts';
import { same } from '../../values/structuralSharing.ts';
import '../../../fieldTypes/html/richText.css';
import './json.css';
import { readEnteredJson, showJson } from './jsonText.ts';

/** Edits any value as JSON. Invalid JSON remains as typed, with a message. */
export default function JsonControl(props: WidgetProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const entered = useRef<unknown>(props.value);
  const disabled = props.disabled || props.readonly;
  const access = useRef(new Compartment());
  const aria = useRef(new Compartment());

  useEffect(() => {
    const editor = new EditorView({
      parent: place.current!,
      state: EditorState.create({
        doc: showJson(latest.current.value),
        extensions: [
          lineNumbers(),
          history(),
          indentOnInput(),
          bracketMatching(),
          json(),
          syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
          linter((shown) => (shown.state.doc.length === 0 ? [] : jsonParseLinter()(shown))),
          lintGutter(),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.lineWrapping,
          access.current.of([]),
          aria.current.of([]),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (!docChanged) return;
            const value = readEnteredJson(state.doc.toString());
            entered.current = value;
            latest.current.onChange(value);
          }),
          EditorView.domEventHandlers({
            blur: () => latest.current.onBlur(latest.current.id, entered.current),
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    const editor = view.current;
    if (!editor || same(props.value, entered.current)) return;
    entered.current = props.value;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: showJson(props.value) } });
  }, [props.value]);

  const names = JSON.stringify({ ...ariaProps(props), id: props.id, 'aria-labelledby': labelId(props.id) });
  useEffect(() => {
    const attributes = Object.entries(JSON.parse(names) as Record<string, unknown>);
    view.current?.dispatch({
      effects: [
        access.current.reconfigure([
          EditorState.readOnly.of(disabled === true),
          EditorView.editable.of(!disabled),
        ]),
        aria.current.reconfigure(
          EditorView.contentAttributes.of(
            Object.fromEntries(attributes.map(([name, value]) => [name, String(value)])),
          ),
        ),
      ],
    });
  }, [names, disabled]);

  return (
    <div
      ref={place}
      className="wd-code"
      data-status={props.rawErrors?.length ? 'error' : undefined}
      data-disabled={disabled || undefined}
    />
  );
}
