import { Alert, Button, Tabs } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { useLang, useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import texts from '../texts.json';
import { ApplyDialog } from './ApplyDialog.tsx';
import { CodeEditor, type CodeHandle } from './CodeEditor.tsx';
import { Difference } from './Difference.tsx';
import {
  type Definition,
  type Document,
  documentSame,
  documentText,
  type Kind,
  parseDocument,
  titleOf,
} from './document.ts';
import type { Draft } from './drafts.ts';
import { FieldList } from './FieldList.tsx';
import { Keywords } from './Keywords.tsx';
import { Plan } from './Plan.tsx';
import { Preview } from './Preview.tsx';
import { Problems } from './Problems.tsx';
import { StateNotice } from './StateNotice.tsx';
import { useLatestSound } from './useLatestSound.ts';
import { usePause } from './usePause.ts';
import { useMetas, useVerdict } from './useStudio.ts';
import { useStudioActions } from './useStudioActions.ts';
import { Versions } from './Versions.tsx';

interface Props {
  kind: Kind;
  /** Null: a definition that is not there yet. */
  definition: Definition | null;
  draft: Draft | null;
  mayEdit: boolean;
  onDraft(text: string | null): void;
  onApplied(key: string): void;
}

const PAUSE_MS = 400;
/** Behind the first brace: the keywords of the definition itself are offered at once. */
const FIRST_OBJECT = 1;
const NO_PROBLEMS: Definition['problems'] = [];

/** One definition: its JSON, what is wrong with it, what it looks like, what it means, and what was applied before. */
export function Editor({ kind, definition, draft, mayEdit, onDraft, onApplied }: Props) {
  const t = useT(texts);
  const text = useText();
  const lang = useLang();
  const code = useRef<CodeHandle>(null);
  const keywords = useRef<HTMLElement>(null);
  const [cursor, setCursor] = useState(FIRST_OBJECT);
  const [tab, setTab] = useState('preview');
  const [applying, setApplying] = useState(false);
  const metas = useMetas();

  const held = (definition?.document as Document | undefined) ?? null;
  const written = draft?.text ?? (held ? documentText(held) : '');
  const parsed = useMemo(() => parseDocument(written), [written]);
  const changed = parsed === null || !documentSame(parsed, held);
  const name = definition?.name ?? null;
  const settled = usePause(parsed, PAUSE_MS);
  const verdict = useVerdict(kind, name, settled, mayEdit);
  const problems = verdict.data?.problems ?? NO_PROBLEMS;
  const checking = verdict.isFetching || settled !== parsed;
  const sound = useLatestSound(settled, verdict.isPlaceholderData ? undefined : verdict.data, held);
  const marks = useMemo(
    () =>
      problems
        .filter(({ file }) => file === null)
        .map((problem) => ({ pointer: problem.pointer, message: problem[lang] })),
    [problems, lang],
  );
  const actions = useStudioActions({
    kind,
    name,
    base: draft?.base ?? definition?.base ?? 0,
    onDraft,
    onApplied,
  });
  const outdated = draft !== null && definition !== null && draft.base !== definition.base;
  const ready =
    changed && parsed !== null && !checking && problems.length === 0 && !verdict.isError && !outdated;

  const items = [
    {
      key: 'preview',
      label: t('studio.preview'),
      children: sound ? (
        <Preview
          kind={kind}
          document={sound.document}
          pure={sound.verdict?.pure ?? null}
          outrun={parsed === null || (!checking && problems.length > 0)}
        />
      ) : (
        <p className="wd-studio-note">{t('studio.noPreview')}</p>
      ),
    },
    kind === 'entity' && {
      key: 'fields',
      label: t('studio.fields'),
      children: parsed ? (
        <FieldList
          document={parsed}
          applied={held}
          readOnly={!mayEdit}
          onChange={(document) => onDraft(documentText(document))}
        />
      ) : (
        <p className="wd-studio-note">{t('studio.notJson')}</p>
      ),
    },
    kind === 'entity' && {
      key: 'plan',
      label: t('studio.table'),
      children: verdict.data?.plan ? (
        <Plan plan={verdict.data.plan} />
      ) : (
        <p className="wd-studio-note">{t('studio.noPlan')}</p>
      ),
    },
    {
      key: 'changes',
      label: t('studio.changes'),
      children: parsed ? <Difference before={held} after={parsed} /> : null,
    },
    definition && {
      key: 'history',
      label: t('studio.history'),
      children: (
        <Versions definition={definition} busy={actions.busy} onUndo={(id) => void actions.undo(id)} />
      ),
    },
  ].filter((item) => item !== false && item !== null);

  const title = text(titleOf(parsed ?? held, name ?? '…'));
  return (
    <section className="wd-studio-editor" aria-label={title}>
      <header className="wd-studio-head">
        <h2>{title}</h2>
        <code>{definition?.file ?? t(`studio.kind.${kind}`)}</code>
        <span className="wd-studio-actions">
          <Button
            icon={<Icon name="download" />}
            disabled={parsed === null}
            onClick={() => parsed && void actions.download(parsed)}
          >
            {t('studio.export')}
          </Button>
          {draft && (
            <Button icon={<Icon name="undo" />} onClick={() => onDraft(null)}>
              {t('studio.discard')}
            </Button>
          )}
          {mayEdit && (
            <Button icon={<Icon name="check" />} loading={checking} onClick={() => void verdict.refetch()}>
              {t('studio.check')}
            </Button>
          )}
          {mayEdit && (
            <Button type="primary" disabled={!ready} onClick={() => setApplying(true)}>
              {t('studio.apply')}
            </Button>
          )}
        </span>
      </header>
      {definition && (
        <StateNotice definition={definition} onTake={(document) => onDraft(documentText(document))} />
      )}
      {outdated && <Alert type="warning" showIcon title={t('studio.outdated')} />}
      {verdict.isError && <Alert type="warning" showIcon title={t('studio.checkFailed')} />}
      <div className="wd-studio-parts">
        <div className="wd-studio-source wd-card">
          <CodeEditor
            key={name ?? 'new'}
            ref={code}
            text={written}
            marks={marks}
            label={t('studio.jsonOf', { title })}
            readOnly={!mayEdit}
            onChange={(next) => next !== written && onDraft(next)}
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
          {mayEdit && (
            <Problems
              problems={problems}
              broken={parsed === null}
              checking={checking}
              onGo={(pointer) => code.current?.go(pointer)}
            />
          )}
        </div>
        <div className="wd-studio-side wd-card">
          <Tabs activeKey={tab} onChange={setTab} items={items} destroyOnHidden />
        </div>
      </div>
      {applying && parsed && (
        <ApplyDialog
          before={held}
          document={parsed}
          plan={verdict.data?.plan ?? null}
          mayApply={definition?.mayApply ?? actions.mayApply}
          failure={actions.failure}
          busy={actions.busy}
          onApply={async () => {
            if (await actions.apply(parsed)) setApplying(false);
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
