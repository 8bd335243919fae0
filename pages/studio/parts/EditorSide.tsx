import { Tabs } from 'antd';
import { type ReactNode, useState } from 'react';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';
import { Plan } from './apply/Plan.tsx';
import type { Definition, Kind } from './document.ts';
import { type Look, Preview } from './preview/Preview.tsx';
import { Difference } from './source/Difference.tsx';
import type { Editing } from './useEditing.ts';
import { Versions } from './Versions.tsx';

interface Props {
  kind: Kind;
  definition: Definition | null;
  editing: Editing;
  /** The view with which a preview of an entity opens. */
  look: Look;
  busy: boolean;
  onUndo(id: number): void;
}

type View = 'preview' | 'plan' | 'changes' | 'history';

const TITLES = {
  preview: 'studio.preview',
  plan: 'studio.table',
  changes: 'studio.changes',
  history: 'studio.history',
} as const satisfies Record<View, string>;

/** Titles of the previews that do not show the definition itself. */
const PREVIEWS: Partial<Record<Kind, 'studio.used' | 'studio.try'>> = {
  dictionary: 'studio.used',
  call: 'studio.try',
};

/** Returns the views of a definition. A new definition has no history. */
function viewsOf(kind: Kind, definition: Definition | null): View[] {
  const ofTable: View[] = kind === 'entity' || kind === 'dictionary' ? ['plan'] : [];
  return ['preview', ...ofTable, 'changes', ...(definition ? (['history'] as const) : [])];
}

/** Shows the preview and the meaning of a definition, and its previously applied versions. */
export function EditorSide({ kind, definition, editing, look, busy, onUndo }: Props) {
  const t = useT(texts);
  const [view, setView] = useState<View>('preview');
  const { held, parsed, sound, plan, checking, problems } = editing;
  const note = (text: string) => <p className="wd-studio-note">{text}</p>;

  const shown: Record<View, () => ReactNode> = {
    preview: () =>
      sound ? (
        <Preview
          {...{ kind, look }}
          name={definition?.name ?? null}
          document={sound.document}
          form={sound.verdict?.form ?? null}
          outrun={parsed === null || (!checking && problems.length > 0)}
        />
      ) : (
        note(t('studio.noPreview'))
      ),
    plan: () => (plan ? <Plan plan={plan} /> : note(t('studio.noPlan'))),
    changes: () => parsed && <Difference before={held} after={parsed} />,
    history: () => definition && <Versions definition={definition} busy={busy} onUndo={onUndo} />,
  };
  const items = viewsOf(kind, definition).map((key) => ({
    key,
    label: t(key === 'preview' ? (PREVIEWS[kind] ?? TITLES.preview) : TITLES[key]),
    children: shown[key](),
  }));
  return (
    <div className="wd-studio-side wd-card">
      <Tabs activeKey={view} onChange={(key) => setView(key as View)} items={items} destroyOnHidden />
    </div>
  );
}
