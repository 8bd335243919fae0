import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { COMMAND_GROUPS, Command } from '../../kit/command/command.ts';
import { readRecents } from '../../kit/command/recents.ts';
import { useText } from '../../kit/i18n/index.ts';
import { scoreFits, scoreNames } from './match.ts';
import { loadPinyin } from './pinyin.ts';
import type { useRecordSearch } from './useRecordSearch.ts';

/** A line of the palette. */
export interface Line {
  id: string;
  title: string;
  /** The kind of the item, if its section does not show the kind. */
  note?: string;
  icon: string;
  shortcut?: string;
  run(): void;
}

export interface Section {
  name: (typeof COMMAND_GROUPS)[number] | 'record' | 'recent';
  lines: Line[];
}

const ORDER = ['here', 'recent', 'page', 'record', 'app'] as const;

function usePinyin(): (text: string) => readonly string[] {
  const [spell, setSpell] = useState<(text: string) => readonly string[]>(() => () => []);
  useEffect(() => {
    // Until pinyin is loaded, only titles are searched.
    loadPinyin().then(
      (loaded) => setSpell(() => loaded),
      () => {},
    );
  }, []);
  return spell;
}

/** Returns the matches among commands, recent records, and all records. */
export function useSections(
  offered: readonly Command[],
  typed: string,
  records: ReturnType<typeof useRecordSearch>['records'],
): Section[] {
  const text = useText();
  const navigate = useNavigate();
  const spell = usePinyin();
  const [recent] = useState(readRecents);
  return useMemo<Section[]>(() => {
    const fits = scoreFits(offered, typed, ({ title, words = [] }: Command) => [
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
    const isSearching = typed.trim() !== '';
    const recordLines = records.map((record) =>
      recordLine({ ...record, id: `${record.entity}.${record.id}` }),
    );
    const sections = ORDER.map((name) => {
      const groupCommands = fits.filter(({ thing }) => thing.group === name);
      const lines = { recent: isSearching ? [] : recent.map(recordLine), record: recordLines };
      const best =
        name === 'record'
          ? Math.max(0, ...records.map(({ label }) => scoreNames(typed, [label, ...spell(label)])))
          : groupCommands[0]?.score;
      return {
        name,
        lines:
          name === 'recent' || name === 'record'
            ? lines[name]
            : groupCommands.map(({ thing }) => line(thing)),
        best: best ?? 0,
      };
    }).filter(({ lines }) => lines.length > 0);
    // The section with the best match is first. Without a search the order is fixed.
    return isSearching ? sections.sort((a, b) => b.best - a.best) : sections;
  }, [offered, recent, typed, spell, records, text, navigate]);
}
