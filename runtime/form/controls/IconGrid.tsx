import { Button, Empty, Input } from 'antd';
import { type KeyboardEvent, useRef, useState } from 'react';
import { pickText } from '../../core/text/pickText.ts';
import { useLang, useT } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { findIcons } from '../../kit/theme/icons.ts';
import { gridStep } from './amount/gridStep.ts';

interface Props {
  value: string | undefined;
  onChoose(name: string | undefined): void;
  onClose(): void;
}

export function IconGrid({ value, onChoose, onClose }: Props) {
  const t = useT();
  const lang = useLang();
  const grid = useRef<HTMLDivElement>(null);
  const [words, setWords] = useState('');
  const entries = findIcons(words);
  const chosen = Math.max(
    entries.findIndex(({ name }) => name === value),
    0,
  );

  function move(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
      return;
    }
    const cells = [...(grid.current?.querySelectorAll<HTMLButtonElement>('button') ?? [])];
    const index = cells.indexOf(event.target as HTMLButtonElement);
    if (index < 0) {
      if (event.key === 'ArrowDown') cells[0]?.focus();
      // Enter in the search chooses the first result, and must not save the surrounding dialog.
      if (event.key === 'Enter') {
        event.preventDefault();
        if (entries[0]) onChoose(entries[0].name);
      }
      return;
    }
    const next = gridStep(event.key, index, cells.length);
    if (next === null) return;
    event.preventDefault();
    cells[next]?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the search and the grid
    <div className="wd-icon-picker" onKeyDown={move}>
      <Input
        autoFocus
        allowClear
        value={words}
        prefix={<Icon name="search" />}
        placeholder={t('form.iconSearch')}
        aria-label={t('form.iconSearch')}
        onChange={(event) => setWords(event.target.value)}
      />
      <div className="wd-icon-grid" ref={grid} role="listbox" aria-label={t('form.icons')}>
        {entries.map(({ name, title }, index) => (
          <button
            key={name}
            type="button"
            role="option"
            aria-selected={name === value}
            aria-label={pickText(title, lang)}
            title={pickText(title, lang)}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            <Icon name={name} />
          </button>
        ))}
      </div>
      {entries.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('form.iconNone')} />
      )}
      {value !== undefined && (
        <Button type="text" size="small" onClick={() => onChoose(undefined)}>
          {t('form.noIcon')}
        </Button>
      )}
    </div>
  );
}
