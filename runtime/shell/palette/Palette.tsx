/** Everything by its name: what one can do here, pages, records, the frame. In both languages and in pinyin. */
import { Modal } from 'antd';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { COMMAND_GROUPS, Command } from '../../kit/command/command.ts';
import { commandsNow } from '../../kit/command/commandStore.ts';
import { Keys } from '../../kit/command/Keys.tsx';
import { readRecents } from '../../kit/command/recents.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { SIZE } from '../../kit/theme/tokens.ts';
import { scoredFits, scoreNames } from './match.ts';
import { loadPinyin } from './pinyin.ts';
import { useRecordSearch } from './useRecordSearch.ts';

/** A line of the palette, whatever it leads to. */
interface Line {
  id: string;
  title: string;
  /** What kind of thing it is, where the section does not say it. */
  note?: string;
  icon: string;
  shortcut?: string;
  run(): void;
}

interface Section {
  name: (typeof COMMAND_GROUPS)[number] | 'record' | 'recent';
  lines: Line[];
}

const ORDER = ['here', 'recent', 'page', 'record', 'app'] as const;
const PALETTE_ID = 'app.palette';

function usePinyin(): (text: string) => readonly string[] {
  const [spell, setSpell] = useState<(text: string) => readonly string[]>(() => () => []);
  useEffect(() => {
    // Without it one finds by the titles alone.
    loadPinyin().then(
      (loaded) => setSpell(() => loaded),
      () => {},
    );
  }, []);
  return spell;
}

export default function Palette({ onClose }: { onClose(): void }) {
  const t = useT();
  const text = useText();
  const navigate = useNavigate();
  const spell = usePinyin();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  // What was offered when it opened: opening covers the page, but does not take its commands away.
  const [offered] = useState(() => commandsNow().filter(({ id, hidden }) => id !== PALETTE_ID && !hidden));
  const [recent] = useState(readRecents);
  const { records, searching } = useRecordSearch(typed);

  const sections = useMemo<Section[]>(() => {
    const fits = scoredFits(offered, typed, ({ title, words = [] }: Command) => [
      title.zh,
      title.en,
      ...spell(title.zh),
      ...words,
    ]);
    const line = ({ id, title, icon = 'chevron', shortcut, run }: Command): Line => ({
      id,
      title: text(title),
      icon,
      ...(shortcut && { shortcut }),
      run,
    });
    const recordLine = ({ id, label, title, path }: (typeof recent)[number]): Line => ({
      id: `record.${id}`,
      title: label,
      note: text(title),
      icon: 'list',
      run: () => void navigate(path),
    });
    const asked = typed.trim() !== '';
    const found = records.map((one) => recordLine({ ...one, id: `${one.entity}.${one.id}` }));
    const sections = ORDER.map((name) => {
      const own = fits.filter(({ thing }) => thing.group === name);
      const lines = { recent: asked ? [] : recent.map(recordLine), record: found };
      const best =
        name === 'record'
          ? Math.max(0, ...records.map(({ label }) => scoreNames(typed, [label, ...spell(label)])))
          : own[0]?.score;
      return {
        name,
        lines: name === 'recent' || name === 'record' ? lines[name] : own.map(({ thing }) => line(thing)),
        best: best ?? 0,
      };
    }).filter(({ lines }) => lines.length > 0);
    // What fits best stands first; nothing asked, nothing moves.
    return asked ? sections.sort((a, b) => b.best - a.best) : sections;
  }, [offered, recent, typed, spell, records, text, navigate]);
  const lines = sections.flatMap((section) => section.lines);
  const current = lines[Math.min(at, lines.length - 1)];

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  const choose = (line: Line | undefined) => {
    if (!line) return;
    onClose();
    line.run();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const last = lines.length - 1;
    const moves: Partial<Record<string, number>> = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : Math.min(at, last) - 1,
      PageDown: last,
      PageUp: 0,
    };
    const next = moves[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setAt(Math.max(next, 0));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(current);
    }
  };

  return (
    <Modal
      open
      footer={null}
      closable={false}
      width={SIZE.form}
      onCancel={onClose}
      aria-label={t('command.palette')}
      className="wd-palette"
    >
      <div className="wd-palette-field">
        <Icon name="search" size={20} />
        <input
          // biome-ignore lint/a11y/noAutofocus: the palette is opened to type
          autoFocus
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={current && `${listId}-${current.id}`}
          aria-label={t('command.type')}
          placeholder={t('command.type')}
          maxLength={100}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKey}
        />
        <Keys shortcut="Escape" />
      </div>
      <div
        className="wd-palette-list"
        id={listId}
        ref={list}
        role="listbox"
        aria-label={t('command.results')}
        tabIndex={-1}
      >
        {sections.map(({ name, lines: own }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
          <div key={name} role="group" aria-labelledby={`${listId}-${name}`}>
            <p className="wd-palette-heading" id={`${listId}-${name}`} aria-hidden>
              {t(`command.group.${name}`)}
            </p>
            {own.map((line) => (
              // The field has the keyboard; the pointer chooses directly.
              // biome-ignore lint/a11y/useKeyWithClickEvents: see above
              // biome-ignore lint/a11y/useFocusableInteractive: see above
              <div
                key={line.id}
                id={`${listId}-${line.id}`}
                role="option"
                aria-selected={line === current}
                onPointerMove={() => setAt(lines.indexOf(line))}
                onClick={() => choose(line)}
              >
                <Icon name={line.icon} size={16} />
                <span className="wd-ellipsis">{line.title}</span>
                {line.note && <span className="wd-quiet">{line.note}</span>}
                {line.shortcut && <Keys shortcut={line.shortcut} />}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className="wd-palette-state" role="status">
        {searching ? t('command.searching') : lines.length === 0 ? t('command.nothing', { typed }) : ''}
      </p>
    </Modal>
  );
}
