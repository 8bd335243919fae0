import { type KeyboardEvent, useRef } from 'react';
import type { BoardTab } from '../../../generated/definition.ts';
import { useT } from '../../kit/i18n/index.ts';
import { TabTools } from './tools.ts';
import './boardTabs.css';

interface Props {
  tabs: readonly BoardTab[];
  active: string | undefined;
  editing: boolean;
  onOpen(id: string): void;
}

const STEP: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** Shows the tabs of a board. In edit mode the bar also has the actions on the open tab. */
export function BoardTabs({ tabs, active, editing, onOpen }: Props) {
  const t = useT();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEP[event.key];
    const index = tabs.findIndex(({ id }) => id === active);
    const next = step && tabs[(index + step + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onOpen(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  if (tabs.length === 0) return null;
  return (
    <div className="wd-board-tabs">
      <div ref={list} role="tablist" aria-label={t('board.tabs')} onKeyDown={onKeyDown}>
        {tabs.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            role="tab"
            data-tab={id}
            aria-selected={id === active}
            tabIndex={id === active ? 0 : -1}
            onClick={() => onOpen(id)}
          >
            {title}
          </button>
        ))}
      </div>
      {editing && active && <TabTools active={active} tabs={tabs} />}
    </div>
  );
}
