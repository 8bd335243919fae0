import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import {
  bracketMatching,
  codeFolding,
  defaultHighlightStyle,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { type Diagnostic, forceLinting, linter, lintGutter, lintKeymap } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { useT } from '../../../../runtime/kit/i18n/index.ts';
import './code.css';
import texts from '../../texts.json';
import { placePointer } from './pointers.ts';

export interface CodeMark {
  pointer: string;
  /** The index of the character in the text. */
  at?: number | undefined;
  message: string;
}

export type CodePlace = Pick<CodeMark, 'pointer' | 'at'>;

export interface CodeHandle {
  /** Scrolls to the place of a pointer and puts the cursor there. */
  go(place: CodePlace): void;
  insert(at: number, text: string): void;
  replace(from: number, to: number, text: string): void;
  focus(): void;
}

interface Props {
  ref?: Ref<CodeHandle>;
  text: string;
  marks: readonly CodeMark[];
  label: string;
  readOnly: boolean;
  onChange(text: string): void;
  onCursor(at: number): void;
  /** Called when the user asks for suggestions here. */
  onSuggest(): void;
}

/**
 * Only texts, numbers and words are coloured. The colours are the theme's, so that both themes are readable.
 */
const THEME_COLOURS: Readonly<Record<string, string>> = {
  '#a11': 'var(--wd-state-normal)',
  '#164': 'var(--wd-state-major)',
  '#219': 'var(--wd-state-major)',
  '#708': 'var(--wd-state-major)',
};
const COLOURS = HighlightStyle.define(
  defaultHighlightStyle.specs.flatMap(({ tag, color }) => {
    const own = THEME_COLOURS[color ?? ''];
    return own ? [{ tag, color: own }] : [];
  }),
);

function showMarks(text: string, marks: readonly CodeMark[]): Diagnostic[] {
  return marks.map(({ pointer, at, message }) => {
    const { from, to } = placePointer(text, pointer, at);
    return { from, to: Math.min(Math.max(to, from), text.length), severity: 'error', message };
  });
}

type Latest = { current: Pick<Props, 'marks' | 'onChange' | 'onCursor' | 'onSuggest'> };

/** `latest` contains the newest properties of the component, because the editor outlives a rendering. */
function extensionsOf(latest: Latest, label: string, readOnly: boolean): Extension {
  const parse = jsonParseLinter();
  return [
    lineNumbers(),
    foldGutter(),
    codeFolding(),
    history(),
    indentOnInput(),
    bracketMatching(),
    highlightActiveLine(),
    json(),
    syntaxHighlighting(COLOURS),
    linter((shown) => {
      const broken = parse(shown);
      return broken.length > 0 ? broken : showMarks(shown.state.doc.toString(), latest.current.marks);
    }),
    lintGutter(),
    // Tab leaves the editor unless the user indents a selection, so that the keyboard is not trapped.
    keymap.of([
      {
        key: 'Ctrl-Space',
        run: () => {
          latest.current.onSuggest();
          return true;
        },
      },
      ...defaultKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...lintKeymap,
      { ...indentWithTab, key: 'Mod-i' },
    ]),
    EditorView.lineWrapping,
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({ 'aria-label': label }),
    EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
      if (docChanged) latest.current.onChange(state.doc.toString());
      if (docChanged || selectionSet) latest.current.onCursor(state.selection.main.head);
    }),
  ];
}

/** Changes the text, puts the cursor behind the new part, and scrolls there. */
function putText(editor: EditorView, from: number, to: number, insert: string, length: number): void {
  editor.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + length },
    scrollIntoView: true,
  });
  editor.focus();
}

function showPlace(editor: EditorView, { pointer, at }: CodePlace): void {
  const { from, to } = placePointer(editor.state.doc.toString(), pointer, at);
  editor.dispatch({
    selection: { anchor: from, head: Math.min(to, editor.state.doc.length) },
    effects: EditorView.scrollIntoView(from, { y: 'center' }),
  });
  editor.focus();
}

/** Edits a definition as JSON: numbered, coloured and foldable, with mistakes marked at their places. */
export function CodeEditor({ ref, text, marks, label, readOnly, onChange, onCursor, onSuggest }: Props) {
  const t = useT(texts);
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef({ marks, onChange, onCursor, onSuggest });
  latest.current = { marks, onChange, onCursor, onSuggest };
  const first = useRef(text);

  useEffect(() => {
    const editor = new EditorView({
      parent: place.current!,
      state: EditorState.create({
        doc: first.current,
        extensions: extensionsOf(latest, label, readOnly),
      }),
    });
    view.current = editor;
    return () => {
      first.current = editor.state.doc.toString();
      editor.destroy();
      view.current = null;
    };
  }, [label, readOnly]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === text) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
  }, [text]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new marks are drawn at once
  useEffect(() => {
    if (view.current) forceLinting(view.current);
  }, [marks]);

  useImperativeHandle(ref, () => ({
    go(pointer) {
      if (view.current) showPlace(view.current, pointer);
    },
    insert(at, inserted) {
      if (view.current) putText(view.current, at, at, inserted, inserted.trimEnd().length);
    },
    replace(from, to, inserted) {
      if (view.current) putText(view.current, from, to, inserted, inserted.length);
    },
    focus: () => view.current?.focus(),
  }));

  return <section ref={place} className="wd-studio-code" aria-label={t('studio.editor')} />;
}
