import { Button, Skeleton } from 'antd';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { STUDIO_KINDS } from '../../runtime/core/definitions/studioKinds.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { useSession } from '../../runtime/kit/session/session.ts';
import { ListFailed } from '../../runtime/kit/states/ListStates.tsx';
import { Icon } from '../../runtime/kit/theme/Icon.tsx';
import { Catalogue } from './parts/catalogue/Catalogue.tsx';
import { type Document, documentText, type Kind } from './parts/document.ts';
import { type Draft, keepDraft, readDrafts } from './parts/drafts.ts';
import { Editor } from './parts/Editor.tsx';
import { MenuView } from './parts/menu/MenuView.tsx';
import { NewDialog, type NewValues } from './parts/NewDialog.tsx';
import './studio.css';
import { useDefinition } from './parts/useStudio.ts';
import texts from './texts.json';

const CHOSEN = 'definition';
const VIEW = 'view';
const MENU = 'menu';
/** Prefix of the name of a draft whose definition does not exist yet. */
const NEW = 'new:';

/** Parses `entity/customer`, or `entity/new:…` for the draft of a new definition. Null for any other key. */
function readKey(key: string | null): { key: string; kind: Kind; name: string | null } | null {
  const [kind = '', name = ''] = key?.split('/') ?? [];
  if (!key || !STUDIO_KINDS.some((one) => one === kind) || !name) return null;
  return { key, kind: kind as Kind, name: name.startsWith(NEW) ? null : name };
}

/**
 * The schema studio: the user edits definitions, tries them, applies them to the running platform, undoes and exports
 * them.
 */
export default function StudioPage() {
  const t = useT(texts);
  const [params, setParams] = useSearchParams();
  const mayEdit = useSession((session) => session.can('studio:update'));
  const [drafts, setDrafts] = useState(readDrafts);
  const [making, setMaking] = useState<Partial<NewValues> | null>(null);
  const chosen = readKey(params.get(CHOSEN));
  const isMenu = params.get(VIEW) === MENU;
  const choose = useCallback((key: string | null) => setParams(key ? { [CHOSEN]: key } : {}), [setParams]);
  const storeDraft = (key: string, draft: Draft | null) => setDrafts(keepDraft(key, draft));

  function made(kind: Kind, document: Document): void {
    const key = `${kind}/${NEW}${Date.now()}`;
    storeDraft(key, { kind, name: null, text: documentText(document), base: 0 });
    setMaking(null);
    choose(key);
  }
  return (
    <div className="wd-studio" data-open={chosen !== null || isMenu || undefined}>
      <Catalogue
        drafts={drafts}
        chosen={chosen?.key ?? null}
        mayEdit={mayEdit}
        onChoose={choose}
        onNew={() => setMaking({})}
        onMenu={() => setParams({ [VIEW]: MENU })}
      />
      <div className="wd-studio-work">
        {(chosen || isMenu) && (
          <Button
            className="wd-studio-back"
            type="text"
            icon={<Icon name="back" />}
            onClick={() => choose(null)}
          >
            {t('studio.catalogue')}
          </Button>
        )}
        {isMenu ? (
          <MenuView />
        ) : chosen ? (
          <Chosen
            key={chosen.key}
            kind={chosen.kind}
            name={chosen.name}
            id={chosen.key}
            draft={drafts[chosen.key] ?? null}
            mayEdit={mayEdit}
            onDraft={storeDraft}
            onChoose={choose}
            onNew={setMaking}
          />
        ) : (
          <div className="wd-studio-empty">
            <Icon name="tool" size={28} />
            <h2>{t('studio.emptyTitle')}</h2>
            <p>{t('studio.emptyText')}</p>
          </div>
        )}
      </div>
      {making && <NewDialog start={making} onMade={made} onCancel={() => setMaking(null)} />}
    </div>
  );
}

interface ChosenProps {
  id: string;
  kind: Kind;
  name: string | null;
  draft: Draft | null;
  mayEdit: boolean;
  onDraft(key: string, draft: Draft | null): void;
  onChoose(key: string | null): void;
  onNew(start: Partial<NewValues>): void;
}

function Chosen({ id, kind, name, draft, mayEdit, onDraft, onChoose, onNew }: ChosenProps) {
  const t = useT(texts);
  const { data, isPending, isError, refetch } = useDefinition(kind, name);
  if (name !== null && isPending) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (name === null ? !draft : isError || !data)
    return <ListFailed title={t('studio.definition')} onRetry={() => void refetch()} />;
  const definition = data ?? null;
  return (
    <Editor
      kind={kind}
      definition={definition}
      draft={draft}
      mayEdit={mayEdit}
      onDraft={(text) => {
        onDraft(id, text === null ? null : { kind, name, text, base: draft?.base ?? definition?.base ?? 0 });
        if (text === null && name === null) onChoose(null);
      }}
      onApplied={onChoose}
      onNew={onNew}
    />
  );
}
