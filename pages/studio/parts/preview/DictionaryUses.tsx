import '../../../../runtime/core/definitions/allEntities.ts';
import { useNavigate } from 'react-router';
import { type Entity, entityRegistry } from '../../../../runtime/core/definitions/entities.ts';
import { listPageOf } from '../../../../runtime/core/definitions/pages.ts';
import { usesDictionary } from '../../../../runtime/core/rules/usesDictionary.ts';
import { useT, useText } from '../../../../runtime/kit/i18n/index.ts';
import texts from '../../texts.json';
import './preview.css';

/** Returns the titles of the fields that use a dictionary. */
const fieldsWith = ({ schema }: Entity, name: string) =>
  Object.entries(schema.properties ?? {}).flatMap(([key, field]) =>
    usesDictionary(field, new Set([name])) ? [field.title ?? { zh: key, en: key }] : [],
  );

/** Lists the records whose fields use a dictionary, each with a link to its list. */
export function DictionaryUses({ name }: { name: string }) {
  const t = useT(texts);
  const text = useText();
  const navigate = useNavigate();
  const uses = entityRegistry
    .all()
    .map((entity) => ({ entity, fields: fieldsWith(entity, name) }))
    .filter(({ fields }) => fields.length > 0);
  if (uses.length === 0) return <p className="wd-studio-note">{t('studio.usedNowhere')}</p>;
  return (
    <ul className="wd-studio-uses" aria-label={t('studio.used')}>
      {uses.map(({ entity, fields }) => {
        const page = listPageOf(entity.name);
        const title = text(entity.title);
        return (
          <li key={entity.name}>
            {page ? (
              <a
                href={page.route}
                onClick={(event) => {
                  event.preventDefault();
                  void navigate(page.route);
                }}
              >
                {title}
              </a>
            ) : (
              <b>{title}</b>
            )}
            <small>{fields.map(text).join(' · ')}</small>
          </li>
        );
      })}
    </ul>
  );
}
