import { Button } from 'antd';
import { useT } from '../../../../runtime/kit/i18n/index.ts';
import '../../../../runtime/list/screen/list.css';
import { Panel } from '../../../../runtime/kit/parts/Panel.tsx';
import { SearchBox } from '../../../../runtime/list/screen/SearchBox.tsx';
import '../../../../runtime/record/activity/record.css';
import { Icon } from '../../../../runtime/kit/theme/Icon.tsx';
import texts from '../../texts.json';
import { type Kind, parseDocument, titleOf } from '../document.ts';
import type { Draft } from '../drafts.ts';
import { useDefinitions } from '../useStudio.ts';
import './catalogue.css';
import { EntryRow } from './EntryRow.tsx';
import { type Area, areaKey, areaOf, type Entry, findEntries, groupEntries } from './groups.ts';
import { moveInRows } from './rowKeys.ts';
import { useFolds } from './useFolds.ts';
import { useSpelling } from './useSpelling.ts';

interface Props {
  drafts: Readonly<Record<string, Draft>>;
  chosen: string | null;
  mayEdit: boolean;
  onChoose(key: string): void;
  onNew(): void;
  onMenu(): void;
}

/** Returns everything that can be edited, new drafts first. */
function useEntries(drafts: Props['drafts']) {
  const { data, ...query } = useDefinitions();
  const fresh = Object.entries(drafts).filter(([, { name }]) => name === null);
  const entries = [
    ...fresh.map(([key, { kind, text: json }]): Entry => {
      const document = parseDocument(json);
      const name = String(document?.name ?? '…');
      return { key, kind, name, title: titleOf(document, name), area: '', marks: ['draft'] };
    }),
    ...(data ?? []).map(({ kind, name, title, file, state }): Entry => {
      const key = `${kind}/${name}`;
      const marks = [...(drafts[key] ? ['draft' as const] : []), ...(state === 'file' ? [] : [state])];
      return { key, kind, name, title, area: areaOf(file), marks };
    }),
  ];
  return { entries, ...query };
}

/**
 * Lists every editable definition by kind and folder. The user searches by name, title or pinyin, and changed ones are
 * marked.
 */
export function Catalogue({ drafts, chosen, mayEdit, onChoose, onNew, onMenu }: Props) {
  const t = useT(texts);
  const { entries, isPending, isError, refetch } = useEntries(drafts);
  const folds = useFolds();
  const { search, setSearch } = folds;
  const spell = useSpelling(search !== '');
  const found = findEntries(entries, search, spell);
  const current = entries.find(({ key }) => key === chosen);
  /** A search opens all groups. Kinds are open at first, areas are folded except that of the chosen definition. */
  const isKindOpen = (kind: Kind) => search !== '' || !folds.isToggled(kind);
  const isAreaOpen = (kind: Kind, area: string) =>
    search !== '' ||
    area === '' ||
    folds.isToggled(areaKey(kind, area)) ||
    (current?.kind === kind && current.area === area);
  return (
    <nav className="wd-studio-catalogue wd-card" aria-label={t('studio.catalogue')} onKeyDown={moveInRows}>
      <div className="wd-studio-find">
        <SearchBox label={t('studio.search')} value={search} onSearch={setSearch} />
        <Button
          icon={<Icon name="menu" />}
          aria-label={t('studio.menuEntry')}
          title={t('studio.menuEntry')}
          onClick={onMenu}
        />
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
        {groupEntries(found).map((group) => (
          <section key={group.kind} aria-label={t(`studio.kind.${group.kind}`)}>
            <Fold
              level={2}
              title={t(`studio.kind.${group.kind}`)}
              count={group.count}
              open={isKindOpen(group.kind)}
              onToggle={() => folds.toggle(group.kind)}
            />
            {isKindOpen(group.kind) &&
              group.areas.map((area) => (
                <AreaRows
                  key={area.area}
                  {...{ area, chosen, onChoose }}
                  open={isAreaOpen(group.kind, area.area)}
                  onToggle={() => folds.toggle(areaKey(group.kind, area.area))}
                />
              ))}
          </section>
        ))}
      </Panel>
    </nav>
  );
}

interface AreaProps {
  area: Area;
  chosen: string | null;
  open: boolean;
  onChoose(key: string): void;
  onToggle(): void;
}

/** The definitions of a folder. Those without a folder have no heading. */
function AreaRows({ area: { area, entries }, chosen, open, onChoose, onToggle }: AreaProps) {
  return (
    <div className="wd-studio-area">
      {area !== '' && <Fold level={3} title={area} count={entries.length} {...{ open, onToggle }} />}
      {open && (
        <ul>
          {entries.map((entry) => (
            <EntryRow key={entry.key} {...{ entry, onChoose }} chosen={entry.key === chosen} />
          ))}
        </ul>
      )}
    </div>
  );
}

interface FoldProps {
  level: 2 | 3;
  title: string;
  count: number;
  open: boolean;
  onToggle(): void;
}

/** The heading of a group, with the number of its definitions. */
function Fold({ level, title, count, open, onToggle }: FoldProps) {
  const Heading = `h${level}` as const;
  return (
    <Heading>
      <button type="button" data-row="" aria-expanded={open} onClick={onToggle}>
        <Icon name="chevron" />
        <span>{title}</span>
        <small>{count}</small>
      </button>
    </Heading>
  );
}
