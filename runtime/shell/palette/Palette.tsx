/** Searches commands, pages and records by name, in both languages and in pinyin. */
import '../../core/definitions/allEntities.ts';
import { Modal } from 'antd';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { commandsNow } from '../../kit/command/commandStore.ts';
import { Keys } from '../../kit/command/Keys.tsx';
import { useT } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { SIZE } from '../../kit/theme/tokens.ts';
import { useRecordSearch } from './useRecordSearch.ts';
import { type Line, type Section, useSections } from './useSections.ts';

const PALETTE_ID = 'app.palette';

/** Returns the index of the line that a key moves to, wrapping at the ends. Undefined for other keys. */
function stepTo(key: string, index: number, last: number): number | undefined {
  const moves: Partial<Record<string, number>> = {
    ArrowDown: index >= last ? 0 : index + 1,
    ArrowUp: index <= 0 ? last : Math.min(index, last) - 1,
    PageDown: last,
    PageUp: 0,
  };
  return moves[key];
}

interface OptionProps {
  id: string;
  line: Line;
  selected: boolean;
  onPoint(): void;
  onChoose(): void;
}

function Option({ id, line, selected, onPoint, onChoose }: OptionProps) {
  return (
    // The search field handles the keyboard. A click chooses a line directly.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div id={id} role="option" aria-selected={selected} onPointerMove={onPoint} onClick={onChoose}>
      <Icon name={line.icon} size={16} />
      <span className="wd-ellipsis">{line.title}</span>
      {line.note && <span className="wd-quiet">{line.note}</span>}
      {line.shortcut && <Keys shortcut={line.shortcut} />}
    </div>
  );
}

interface GroupProps {
  listId: string;
  section: Section;
  current: Line | undefined;
  onPoint(line: Line): void;
  onChoose(line: Line): void;
}

function Group({ listId, section, current, onPoint, onChoose }: GroupProps) {
  const t = useT();
  const headingId = `${listId}-${section.name}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the group contains options instead of form fields
    <div role="group" aria-labelledby={headingId}>
      <p className="wd-palette-heading" id={headingId} aria-hidden>
        {t(`command.group.${section.name}`)}
      </p>
      {section.lines.map((line) => (
        <Option
          key={line.id}
          id={`${listId}-${line.id}`}
          line={line}
          selected={line === current}
          onPoint={() => onPoint(line)}
          onChoose={() => onChoose(line)}
        />
      ))}
    </div>
  );
}

interface FieldProps {
  listId: string;
  current: Line | undefined;
  typed: string;
  onType(typed: string): void;
  onKey(event: KeyboardEvent): void;
}

function Field({ listId, current, typed, onType, onKey }: FieldProps) {
  const t = useT();
  return (
    <div className="wd-palette-field">
      <Icon name="search" size={20} />
      <input
        // biome-ignore lint/a11y/noAutofocus: the user opens the palette for typing
        autoFocus
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={current && `${listId}-${current.id}`}
        aria-label={t('command.type')}
        placeholder={t('command.type')}
        maxLength={100}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKey}
      />
      <Keys shortcut="Escape" />
    </div>
  );
}

export default function Palette({ onClose }: { onClose(): void }) {
  const t = useT();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [index, setIndex] = useState(0);
  // Reads the commands on opening. The covered page still offers its commands.
  const [offered] = useState(() => commandsNow().filter(({ id, hidden }) => id !== PALETTE_ID && !hidden));
  const { records, searching } = useRecordSearch(typed);

  const sections = useSections(offered, typed, records);
  const lines = sections.flatMap((section) => section.lines);
  const current = lines[Math.min(index, lines.length - 1)];

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
    const next = stepTo(event.key, index, lines.length - 1);
    if (next !== undefined) {
      event.preventDefault();
      setIndex(Math.max(next, 0));
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
      <Field
        listId={listId}
        current={current}
        typed={typed}
        onType={(next) => {
          setTyped(next);
          setIndex(0);
        }}
        onKey={onKey}
      />
      <div
        className="wd-palette-list"
        id={listId}
        ref={list}
        role="listbox"
        aria-label={t('command.results')}
        tabIndex={-1}
      >
        {sections.map((section) => (
          <Group
            key={section.name}
            listId={listId}
            section={section}
            current={current}
            onPoint={(line) => setIndex(lines.indexOf(line))}
            onChoose={choose}
          />
        ))}
      </div>
      <p className="wd-palette-state" role="status">
        {searching ? t('command.searching') : lines.length === 0 ? t('command.nothing', { typed }) : ''}
      </p>
    </Modal>
  );
}
