import { Button, Tooltip } from 'antd';
import { useMemo } from 'react';
import { useT } from '../../../runtime/i18n/index.ts';
import type { Kind } from './document.ts';
import { keyword_insert, keywords_at, META_OF, type Metas } from './meta.ts';
import { object_at } from './pointers.ts';

interface Props {
  metas: Metas;
  kind: Kind;
  text: string;
  cursor: number;
  onInsert(at: number, text: string): void;
}

/** What may be written where the cursor stands: a click writes it. */
export function Keywords({ metas, kind, text, cursor, onInsert }: Props) {
  const t = useT();
  const place = useMemo(() => object_at(text, cursor), [text, cursor]);
  const keywords = useMemo(
    () => (place ? keywords_at(metas, META_OF[kind], place.path, place.names) : []),
    [metas, kind, place],
  );
  if (!place || keywords.length === 0) return null;
  return (
    <section className="wd-studio-keywords" aria-label={t('studio.keywords')}>
      <span className="wd-studio-path">{place.path.join(' › ') || t('studio.root')}</span>
      <ul>
        {keywords.map((keyword) => (
          <li key={keyword.name}>
            <Tooltip title={keyword.description}>
              <Button
                size="small"
                type={keyword.required ? 'default' : 'text'}
                onClick={() => {
                  const { at, insert } = keyword_insert(text, place.node, place.names.length === 0, keyword);
                  onInsert(at, insert);
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
