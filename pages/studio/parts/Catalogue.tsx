import { Button } from 'antd';
import { useState } from 'react';
import { STUDIO_KINDS } from '../../../runtime/core/definitions/studioKinds.ts';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import '../../../runtime/list/screen/list.css';
import { Panel } from '../../../runtime/kit/parts/Panel.tsx';
import { SearchBox } from '../../../runtime/list/screen/SearchBox.tsx';
import '../../../runtime/record/activity/record.css';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import texts from '../texts.json';
import { type Kind, parseDocument, titleOf } from './document.ts';
import type { Draft } from './drafts.ts';
import { useDefinitions } from './useStudio.ts';

interface Props {
  drafts: Readonly<Record<string, Draft>>;
  chosen: string | null;
  mayEdit: boolean;
  onChoose(key: string): void;
  onNew(): void;
}

interface Item {
  key: string;
  kind: Kind;
  name: string;
  title: { zh: string; en: string };
  /** Marks of the definition: a draft, an applied change, a conflict. */
  marks: ('draft' | 'applied' | 'conflict' | 'committed' | 'invalid')[];
}

/** Lists every editable definition. The user searches by name or title, and changed ones are marked. */
export function Catalogue({ drafts, chosen, mayEdit, onChoose, onNew }: Props) {
  const t = useT(texts);
  const text = useText();
  const { data, isPending, isError, refetch } = useDefinitions();
  const [search, setSearch] = useState('');
  const fresh = Object.entries(drafts).filter(([, { name }]) => name === null);
  const items: Item[] = [
    ...fresh.map(([key, { kind, text: json }]): Item => {
      const document = parseDocument(json);
      const name = String(document?.name ?? '…');
      return { key, kind, name, title: titleOf(document, name), marks: ['draft'] };
    }),
    ...(data ?? []).map(({ kind, name, title, state }): Item => {
      const key = `${kind}/${name}`;
      return {
        key,
        kind,
        name,
        title,
        marks: [...(drafts[key] ? ['draft' as const] : []), ...(state === 'file' ? [] : [state])],
      };
    }),
  ];
  const words = search.toLowerCase();
  const found = items.filter(({ name, title }) =>
    [name, title.zh, title.en].some((part) => part.toLowerCase().includes(words)),
  );
  return (
    <nav className="wd-studio-catalogue wd-card" aria-label={t('studio.catalogue')}>
      <div className="wd-studio-find">
        <SearchBox label={t('studio.search')} value={search} onSearch={setSearch} />
        {mayEdit && (
          <Button
            icon={<Icon name="plus" />}
            aria-label={t('studio.new')}
            title={t('studio.new')}
            onClick={onNew}
          />
        )}
      </div>
      <Panel
        icon="folder"
        pending={isPending}
        failed={isError}
        onRetry={() => void refetch()}
        empty={found.length === 0 ? t('studio.nothingFound') : undefined}
      >
        {STUDIO_KINDS.map((kind) => {
          const own = found.filter((item) => item.kind === kind);
          if (own.length === 0) return null;
          return (
            <section key={kind} aria-label={t(`studio.kind.${kind}`)}>
              <h2>{t(`studio.kind.${kind}`)}</h2>
              <ul>
                {own.map(({ key, name, title, marks }) => (
                  <li key={key}>
                    <button
                      type="button"
                      aria-current={key === chosen || undefined}
                      onClick={() => onChoose(key)}
                    >
                      <span>{text(title)}</span>
                      <code>{name}</code>
                      {marks.map((mark) => (
                        <small key={mark} data-mark={mark}>
                          {t(`studio.mark.${mark}`)}
                        </small>
                      ))}
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </Panel>
    </nav>
  );
}
