import { Drawer, Input } from 'antd';
import { useMemo, useState } from 'react';
import type { WidgetDefinition } from '../../../generated/definition.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { WidgetPreview } from '../frame/WidgetPreview.tsx';
import type { BoardMoment } from '../live/useBoardData.ts';
import { useWidgetModules, widgetDefinitions } from '../widget/registry.ts';
import type { AnyWidgetModule } from '../widget/widget.ts';
import { dragWidget, WIDGET_MIME } from './catalogueDrag.ts';
import { CATALOGUE_WIDTH } from './catalogueWidth.ts';
import './catalogue.css';

interface Props {
  open: boolean;
  moment: BoardMoment;
  onClose(): void;
  onAdd(type: string): void;
}

type Group = WidgetDefinition['group'];
const GROUPS: readonly Group[] = ['figure', 'chart', 'status', 'list', 'media', 'control'];

/** Definitions whose title or description, in either language, holds the words. */
export function findWidgets(definitions: readonly WidgetDefinition[], words: string): WidgetDefinition[] {
  const wanted = words.trim().toLowerCase();
  return definitions.filter(({ title, description, type }) =>
    [title.zh, title.en, description.zh, description.en, type].some((text) =>
      text.toLowerCase().includes(wanted),
    ),
  );
}

interface EntryProps {
  definition: WidgetDefinition;
  module: AnyWidgetModule | 'failed' | undefined;
  moment: BoardMoment;
  onAdd(type: string): void;
}

function Entry({ definition, module, moment, onAdd }: EntryProps) {
  const text = useText();
  const { type, title, description, icon } = definition;
  return (
    <li>
      <button
        type="button"
        className="wd-catalogue-entry"
        draggable
        onClick={() => onAdd(type)}
        onDragStart={(event) => {
          dragWidget(type);
          event.dataTransfer.setData(WIDGET_MIME, type);
          event.dataTransfer.effectAllowed = 'copy';
        }}
        onDragEnd={() => dragWidget(null)}
      >
        <WidgetPreview definition={definition} module={module} moment={moment} />
        <span className="wd-catalogue-title">
          <Icon name={icon} size={16} /> {text(title)}
        </span>
        <span className="wd-catalogue-text">{text(description)}</span>
      </button>
    </li>
  );
}

/**
 * Offers the widgets that can be put on the board: a click puts one at the first free place, dragging puts it where one
 * likes.
 */
export function Catalogue({ open, moment, onClose, onAdd }: Props) {
  const t = useT();
  const [words, setWords] = useState('');
  const definitions = useMemo(() => Object.values(widgetDefinitions), []);
  const { modules } = useWidgetModules(open ? definitions.map(({ type }) => type) : []);
  const found = findWidgets(definitions, words);
  return (
    <Drawer
      open={open}
      title={t('board.catalogue')}
      placement="right"
      size={CATALOGUE_WIDTH}
      mask={false}
      onClose={onClose}
      destroyOnHidden
      rootClassName="wd-catalogue-root"
    >
      <div className="wd-catalogue">
        <Input
          autoFocus
          allowClear
          prefix={<Icon name="search" size={16} />}
          placeholder={t('board.catalogueSearch')}
          aria-label={t('board.catalogueSearch')}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <p className="wd-catalogue-hint">{t('board.catalogueHint')}</p>
        {found.length === 0 && <p className="wd-catalogue-hint">{t('board.catalogueNone', { words })}</p>}
        {GROUPS.map((group) => {
          const entries = found.filter((definition) => definition.group === group);
          if (entries.length === 0) return null;
          return (
            <section key={group} aria-label={t(`board.group.${group}`)}>
              <h3>{t(`board.group.${group}`)}</h3>
              <ul>
                {entries.map((definition) => (
                  <Entry
                    key={definition.type}
                    definition={definition}
                    module={modules.get(definition.type)}
                    moment={moment}
                    onAdd={onAdd}
                  />
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </Drawer>
  );
}
