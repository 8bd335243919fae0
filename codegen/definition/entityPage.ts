import { type Definitions, type Entity, type Page, type Source, typeName } from './definition.ts';

const MANAGEMENT = '/main/operation';
const DATA = { group: { zh: '数据', en: 'Data' }, order: 900, icon: 'table' };

/**
 * Returns the list page of an entity that no page definition lists. It is below the management centre, unless the
 * entity sets its address.
 */
export function entityPage({ name, title, page }: Entity): Page | null {
  if (page === false) return null;
  return {
    name: `${typeName(name)}List`,
    route: `${MANAGEMENT}/${name}`,
    title,
    kind: 'list',
    entity: name,
    permission: `${name}:list`,
    ...(page?.menu ? {} : { hub: DATA }),
    flags: { keepAlive: true },
    ...page,
  };
}

/** Returns the public page of an entity whose records have links. */
const linkPage = ({ name, title, public: open }: Entity): Page[] =>
  open
    ? [
        {
          name: `${typeName(name)}Link`,
          route: open.route,
          title: open.title ?? title,
          kind: 'link',
          entity: name,
          flags: { open: true },
        },
      ]
    : [];

/** Returns the pages that follow from entities alone. An entity that a page lists completely already has its page. */
export function entityPages({ entities, pages }: Pick<Definitions, 'entities' | 'pages'>): Source<Page>[] {
  const listed = new Set(
    pages.flatMap(({ value: { kind, entity, where } }) => (kind === 'list' && !where ? [entity] : [])),
  );
  return entities.flatMap(({ file, value }) => {
    const page = listed.has(value.name) ? null : entityPage(value);
    return [...(page ? [page] : []), ...linkPage(value)].map((made) => ({ file, value: made }));
  });
}
