import { Alert } from 'antd';
import { useCallback, useRef, useState } from 'react';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';
import { ApplyDialog } from './apply/ApplyDialog.tsx';
import { UndoDialog } from './apply/UndoDialog.tsx';
import { type DesignTab, tabsOf } from './design/Designer.tsx';
import { type Definition, type Document, documentText, type Kind, titleOf } from './document.ts';
import type { Draft } from './drafts.ts';
import { EditorHead } from './EditorHead.tsx';
import { EditorSide } from './EditorSide.tsx';
import { EditorWork } from './EditorWork.tsx';
import type { NewValues } from './NewDialog.tsx';
import { StateNotice } from './StateNotice.tsx';
import { useTextHistory } from './source/useTextHistory.ts';
import { useEditing } from './useEditing.ts';
import { useStudioActions } from './useStudioActions.ts';

interface Props {
  kind: Kind;
  /** Null for a new definition. */
  definition: Definition | null;
  draft: Draft | null;
  mayEdit: boolean;
  onDraft(text: string | null): void;
  onApplied(key: string): void;
  /** Starts a new definition with these answers. */
  onNew(start: Partial<NewValues>): void;
}

/** Returns the page of a report, which has the report's name. */
function reportPageOf({ name, document }: Definition): Partial<NewValues> {
  const { zh, en } = titleOf(document, name);
  return { kind: 'reportPage', statistic: name, as: 'bar', titleZh: zh, titleEn: en };
}

/**
 * Edits a definition: on the tabs of a designer or as JSON. It shows mistakes, a preview, the meaning, and
 * previously applied versions.
 */
export function Editor({ kind, definition, draft, mayEdit, onDraft, onApplied, onNew }: Props) {
  const t = useT(texts);
  const text = useText();
  const [applying, setApplying] = useState(false);
  const editing = useEditing({ kind, definition, draft, mayEdit });
  const { held, parsed, plan, rights } = editing;
  const name = definition?.name ?? null;
  const base = draft?.base ?? definition?.base ?? 0;
  const actions = useStudioActions({ kind, name, base, onDraft, onApplied });
  const [tab, setTab] = useState<DesignTab>(() => tabsOf(kind)[0] ?? 'code');
  const history = useTextHistory(draft?.text ?? null, onDraft);
  const latest = useRef(history);
  latest.current = history;
  const onDocument = useCallback((document: Document) => latest.current.change(documentText(document)), []);
  const title = text(titleOf(parsed ?? held, name ?? '…'));
  return (
    <section className="wd-studio-editor" aria-label={title}>
      <EditorHead
        {...{ title, editing, mayEdit, history }}
        place={definition?.file ?? t(`studio.kind.${kind}`)}
        onDownload={(document) => void actions.download(document)}
        onDiscard={draft && (() => onDraft(null))}
        onApply={() => setApplying(true)}
      />
      {definition && (
        <StateNotice
          definition={definition}
          onTake={onDocument}
          onPage={mayEdit ? () => onNew(reportPageOf(definition)) : undefined}
        />
      )}
      {editing.outdated && <Alert type="warning" showIcon title={t('studio.outdated')} />}
      {editing.failed && <Alert type="warning" showIcon title={t('studio.checkFailed')} />}
      <div className="wd-studio-parts">
        <EditorWork
          key={name ?? 'new'}
          {...{ kind, title, definition, editing, mayEdit, tab, onDocument }}
          turns={history.turns}
          onTab={setTab}
          onText={history.change}
        />
        <EditorSide
          {...{ kind, definition, editing }}
          look={tab === 'form' ? 'form' : 'list'}
          busy={actions.busy}
          onUndo={(id) => void actions.undo(id)}
        />
      </div>
      {actions.undoing && (
        <UndoDialog
          asked={actions.undoing}
          busy={actions.busy}
          onUndo={(moves) => void actions.undo(actions.undoing!.id, moves)}
          onCancel={actions.keep}
        />
      )}
      {applying && parsed && (
        <ApplyDialog
          {...{ kind, plan, rights }}
          before={held}
          document={parsed}
          mayApply={definition?.mayApply ?? actions.mayApply}
          failure={actions.failure}
          busy={actions.busy}
          onApply={async (moves, roles) => {
            if (await actions.apply(parsed, moves, roles)) setApplying(false);
          }}
          onCancel={() => {
            actions.clear();
            setApplying(false);
          }}
        />
      )}
    </section>
  );
}
