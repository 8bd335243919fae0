import { useRef, useState } from 'react';
import { Designer, type DesignTab, tabOfProblem } from './design/Designer.tsx';
import type { Definition, Document, Kind } from './document.ts';
import { Problems } from './Problems.tsx';
import type { CodeHandle, CodePlace } from './source/CodeEditor.tsx';
import { EditorSource } from './source/EditorSource.tsx';
import type { Editing } from './useEditing.ts';

interface Props {
  kind: Kind;
  title: string;
  definition: Definition | null;
  editing: Editing;
  mayEdit: boolean;
  tab: DesignTab;
  /** Counts changes from outside the editor, after which the text is read again. */
  turns: number;
  onTab(tab: DesignTab): void;
  onText(text: string): void;
  onDocument(document: Document): void;
}

/** Edits a definition, with its problems below. Each problem links to its place. */
export function EditorWork(props: Props) {
  const { kind, title, editing, mayEdit, tab, turns, onTab, onText, onDocument } = props;
  const code = useRef<CodeHandle>(null);
  const [sought, setSought] = useState<CodePlace | null>(null);
  const { held, parsed, problems, truths, checking } = editing;
  const go = (problem: CodePlace) => {
    const place = tabOfProblem(kind, problem.pointer);
    onTab(place);
    if (tab === 'code' && place === 'code') code.current?.go(problem);
    else setSought(place === 'code' ? problem : null);
  };
  return (
    <div className="wd-studio-source wd-card">
      <Designer
        key={turns}
        {...{ kind, tab, held, problems, truths, onTab, onDocument }}
        document={parsed}
        readOnly={!mayEdit}
        code={<EditorSource ref={code} {...{ kind, title, editing, mayEdit, sought, onText }} />}
      />
      {mayEdit && <Problems problems={problems} broken={parsed === null} checking={checking} onGo={go} />}
    </div>
  );
}
