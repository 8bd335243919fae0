import { Button, Drawer, Input, type InputRef } from 'antd';
import { type ReactNode, useId, useRef, useState } from 'react';
import type { WidgetDefinition } from '../../../generated/definition.ts';
import { widgets } from '../../../generated/widgets.ts';
import { useLang, useT } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { usePhone } from '../../kit/theme/useMedia.ts';
import type { BoardMoment } from '../live/useBoardData.ts';
import { useWidgetModules } from '../widget/registry.ts';
import { CatalogueEntry } from './CatalogueEntry.tsx';
import { CATALOGUE_WIDTH } from './catalogueWidth.ts';
import { findWidgets } from './findWidgets.ts';
import './catalogue.css';

interface Props {
  open: boolean;
  moment: BoardMoment;
  onClose(): void;
  onAdd(type: string): void;
}

type Group = WidgetDefinition['group'];
const definitions: readonly WidgetDefinition[] = Object.values(widgets);
const GROUPS: readonly Group[] = ['figure', 'chart', 'status', 'list', 'media', 'control'];

interface GroupsProps {
  definitions: readonly WidgetDefinition[];
  entriesOf(definitions: readonly WidgetDefinition[]): ReactNode;
}

/** Shows all widgets by group, with a button that scrolls to each group. */
function CatalogueGroups({ definitions, entriesOf }: GroupsProps) {
  const t = useT();
  const id = useId();
  const headingId = (group: Group) => `${id}${group}`;
  const jump = (group: Group) => {
    const heading = document.getElementById(headingId(group));
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  };
  return (
    <>
      <nav className="wd-catalogue-groups" aria-label={t('board.catalogueGroups')}>
        {GROUPS.map((group) => (
          <Button key={group} size="small" onClick={() => jump(group)}>
            {t(`board.group.${group}`)}
          </Button>
        ))}
      </nav>
      {GROUPS.map((group) => (
        <section key={group} aria-labelledby={headingId(group)}>
          <h3 id={headingId(group)} tabIndex={-1}>
            {t(`board.group.${group}`)}
          </h3>
          {entriesOf(definitions.filter((definition) => definition.group === group))}
        </section>
      ))}
    </>
  );
}

/**
 * Offers the widgets of the catalogue. A click adds one at the first free place, and dragging adds it where it is
 * dropped.
 */
export function Catalogue({ open, moment, onClose, onAdd }: Props) {
  const t = useT();
  const lang = useLang();
  const phone = usePhone();
  const search = useRef<InputRef>(null);
  const [words, setWords] = useState('');
  const { modules } = useWidgetModules(open ? definitions.map(({ type }) => type) : []);
  const entriesOf = (shown: readonly WidgetDefinition[]) => (
    <ul>
      {shown.map((definition) => (
        <CatalogueEntry
          key={definition.type}
          {...{ definition, moment, onAdd }}
          module={modules.get(definition.type)}
        />
      ))}
    </ul>
  );
  const typed = words.trim();
  const matching = findWidgets(definitions, words, lang);
  const [first] = matching;
  return (
    <Drawer
      open={open}
      title={t('board.catalogue')}
      placement={phone ? 'bottom' : 'right'}
      size={phone ? '85dvh' : CATALOGUE_WIDTH}
      mask={phone}
      onClose={onClose}
      // On a phone the keyboard would cover the content.
      afterOpenChange={(shown) => shown && !phone && search.current?.focus()}
      destroyOnHidden
      rootClassName="wd-catalogue-root"
    >
      <div className="wd-catalogue">
        <div className="wd-catalogue-search">
          <Input
            ref={search}
            allowClear
            prefix={<Icon name="search" size={16} />}
            placeholder={t('board.catalogueSearch')}
            aria-label={t('board.catalogueSearch')}
            value={words}
            onChange={(event) => setWords(event.target.value)}
            onPressEnter={() => typed !== '' && first && onAdd(first.type)}
          />
          <p className="wd-catalogue-hint" role="status">
            {typed === ''
              ? t(phone ? 'board.catalogueTap' : 'board.catalogueHint')
              : matching.length > 0
                ? t('board.catalogueFound', { count: matching.length })
                : t('board.catalogueNone', { words: typed })}
          </p>
        </div>
        {typed === '' ? (
          <CatalogueGroups definitions={definitions} entriesOf={entriesOf} />
        ) : matching.length > 0 ? (
          entriesOf(matching)
        ) : (
          <Button onClick={() => setWords('')}>{t('board.catalogueAll')}</Button>
        )}
      </div>
    </Drawer>
  );
}
