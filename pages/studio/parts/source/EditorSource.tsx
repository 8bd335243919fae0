import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { pickText } from '../../../../runtime/core/text/pickText.ts';
import { useLang, useT } from '../../../../runtime/kit/i18n/index.ts';
import texts from '../../texts.json';
import type { Kind } from '../document.ts';
import type { Editing } from '../useEditing.ts';
import { useMetas } from '../useStudio.ts';
import { CodeEditor, type CodeHandle, type CodePlace } from './CodeEditor.tsx';
import { Keywords } from './Keywords.tsx';

interface Props {
  ref: Ref<CodeHandle>;
  kind: Kind;
  title: string;
  editing: Editing;
  mayEdit: boolean;
  /** The place that is shown at first. */
  sought: CodePlace | null;
  onText(text: string): void;
}

/** Position behind the first brace, where the keywords of the definition itself are offered at once. */
const FIRST_OBJECT = 1;

/** Edits the JSON, with the possible keywords at the cursor. */
export function EditorSource({ ref, kind, title, editing, mayEdit, sought, onText }: Props) {
  const t = useT(texts);
  const lang = useLang();
  const code = useRef<CodeHandle>(null);
  const keywords = useRef<HTMLElement>(null);
  const [cursor, setCursor] = useState(FIRST_OBJECT);
  const metas = useMetas();
  const { written, parsed, problems } = editing;
  useImperativeHandle(ref, () => code.current!);
  useEffect(() => {
    if (sought !== null) code.current?.go(sought);
  }, [sought]);
  const marks = useMemo(
    () =>
      problems
        .filter(({ file }) => file === null)
        .map((problem) => ({ pointer: problem.pointer, at: problem.at, message: pickText(problem, lang) })),
    [problems, lang],
  );
  return (
    <div className="wd-studio-json">
      <CodeEditor
        ref={code}
        text={written}
        marks={marks}
        label={t('studio.jsonOf', { title })}
        readOnly={!mayEdit}
        onChange={(next) => next !== written && onText(next)}
        onCursor={setCursor}
        onSuggest={() => keywords.current?.querySelector('button')?.focus()}
      />
      {mayEdit && metas.data && parsed && (
        <Keywords
          ref={keywords}
          metas={metas.data}
          kind={kind}
          document={parsed}
          text={written}
          cursor={cursor}
          onInsert={(at, inserted) => code.current?.insert(at, inserted)}
          onReplace={(from, to, value) => code.current?.replace(from, to, value)}
          onLeave={() => code.current?.focus()}
        />
      )}
    </div>
  );
}
