import '../../../../runtime/core/definitions/allEntities.ts';
import { Button, Tooltip } from 'antd';
import { type Ref, useMemo } from 'react';
import type { EntityDefinition } from '../../../../generated/definition.ts';
import { widgets } from '../../../../generated/widgets.ts';
import { dictionaries } from '../../../../runtime/core/definitions/dictionaries.ts';
import { entityRegistry } from '../../../../runtime/core/definitions/entities.ts';
import { useT } from '../../../../runtime/kit/i18n/index.ts';
import texts from '../../texts.json';
import { entityOf, fieldsOf } from '../design/entityDoc.ts';
import type { Document, Kind } from '../document.ts';
import { insertKeyword, keywordsAt, META_OF, type Metas, type Names, valuesAt } from './meta.ts';
import { objectAt, valueAt } from './pointers.ts';

interface Props {
  ref: Ref<HTMLElement>;
  metas: Metas;
  kind: Kind;
  document: Document;
  text: string;
  cursor: number;
  onInsert(at: number, text: string): void;
  onReplace(from: number, to: number, text: string): void;
  onLeave(): void;
}

/**
 * Returns the entity whose fields a document may name: the document itself, or the entity of a printed
 * document or statistic.
 */
const holderOf = (document: Document): EntityDefinition =>
  entityRegistry.get(String(document.of)) ?? entityOf(document);

const collectNames = (document: Document): Names => ({
  dictionaries: Object.keys(dictionaries),
  entities: entityRegistry.all().map(({ name }) => name),
  widgets: Object.keys(widgets),
  fields: Object.keys(fieldsOf(holderOf(document))),
});

const bare = (value: string): string => (/^(true|false|\d+)$/.test(value) ? value : JSON.stringify(value));

/** Offers the keywords or values that are valid at the cursor. A click inserts one. */
export function Keywords(props: Props) {
  const { ref, metas, kind, document, text, cursor, onInsert, onReplace, onLeave } = props;
  const t = useT(texts);
  const place = useMemo(() => objectAt(text, cursor), [text, cursor]);
  const value = useMemo(() => valueAt(text, cursor), [text, cursor]);
  const values = useMemo(
    () => (value ? valuesAt(metas, META_OF[kind], value.path, collectNames(document)) : []),
    [metas, kind, value, document],
  );
  const keywords = useMemo(
    () => (place ? keywordsAt(metas, META_OF[kind], place.path, place.names) : []),
    [metas, kind, place],
  );
  if (!place || keywords.length + values.length === 0) return null;
  const at = value && values.length > 0 ? value.path : place.path;
  return (
    <section
      ref={ref}
      className="wd-studio-keywords"
      aria-label={t('studio.keywords')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onLeave();
      }}
    >
      <span className="wd-studio-path">
        {at.join(' › ') || t('studio.root')} <kbd>Ctrl Space</kbd>
      </span>
      <ul>
        {value &&
          values.map((one) => (
            <li key={`= ${one}`}>
              <Button size="small" onClick={() => onReplace(value.value.from, value.value.to, bare(one))}>
                {one}
              </Button>
            </li>
          ))}
        {values.length === 0 &&
          keywords.map((keyword) => (
            <li key={keyword.name}>
              <Tooltip title={keyword.description}>
                <Button
                  size="small"
                  type={keyword.required ? 'default' : 'text'}
                  onClick={() => {
                    const empty = place.names.length === 0;
                    const { at: to, insert } = insertKeyword(text, place.node, empty, keyword);
                    onInsert(to, insert);
                  }}
                >
                  {keyword.name}
                </Button>
              </Tooltip>
            </li>
          ))}
      </ul>
    </section>
  );
}
