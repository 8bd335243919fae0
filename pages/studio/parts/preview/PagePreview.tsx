import '../../../../runtime/core/definitions/allEntities.ts';
import type { PageDefinition } from '../../../../generated/definition.ts';
import { type Entity, entityRegistry } from '../../../../runtime/core/definitions/entities.ts';
import { pageRegistry, pagesWithin } from '../../../../runtime/core/definitions/pages.ts';
import { useT, useText } from '../../../../runtime/kit/i18n/index.ts';
import { pageAccess } from '../../../../runtime/kit/session/pageAccess.ts';
import { useSession } from '../../../../runtime/kit/session/session.ts';
import { ClosedPage } from '../../../../runtime/kit/states/ClosedPage.tsx';
import { PageSkeleton } from '../../../../runtime/kit/states/PageSkeleton.tsx';
import { Icon } from '../../../../runtime/kit/theme/Icon.tsx';
import { pageComponent } from '../../../../runtime/shell/page/pageComponents.ts';
import { Stage } from '../../../../runtime/shell/page/Stage.tsx';
import texts from '../../texts.json';
import { BoardPreview } from './BoardPreview.tsx';
import { ListPreview } from './ListPreview.tsx';
import { RecordPreview } from './RecordPreview.tsx';
import { usePreviewRecords } from './usePreviewRecords.ts';

interface Props {
  page: PageDefinition;
}

/** Shows the page's own component at its future address. */
function StagedPage({ page, address }: Props & { address: string }) {
  const Page = pageComponent(page, <PageSkeleton />);
  return (
    <Stage address={address}>
      <Page page={page} />
    </Stage>
  );
}

/** Shows the page with the first existing record. */
function DetailPreview({ page, entity }: Props & { entity: Entity }) {
  const { records, isSample } = usePreviewRecords(entity);
  const id = records[0]?.id;
  // The server has no address for a sample record.
  if (isSample || id === undefined) return <RecordPreview entity={entity} />;
  return <StagedPage page={page} address={page.route.replace(/\/:[^/]*$/, `/${id}`)} />;
}

function Drawn({ page }: Props) {
  const t = useT(texts);
  const session = useSession();
  const entity = page.entity ? entityRegistry.get(page.entity) : undefined;
  const within = pagesWithin(page);
  if (within || page.kind === 'redirect') {
    const led = ({ route, kind }: PageDefinition) => route === page.to && kind !== 'redirect';
    const target = within ? within[0] : pageRegistry.all().find(led);
    return target && <Drawn page={target} />;
  }
  if (page.flags?.open) return <p className="wd-studio-note">{t('studio.ownAddress')}</p>;
  if (pageAccess(page, session) !== 'open') {
    return (
      <Stage address={page.route}>
        <ClosedPage title={page.title} why="noPermission" />
      </Stage>
    );
  }
  if (page.kind === 'list') return entity && <ListPreview entity={entity} />;
  if (page.kind === 'detail') return entity && <DetailPreview page={page} entity={entity} />;
  if (page.kind === 'board') return <BoardPreview page={page} />;
  return <StagedPage page={page} address={page.route} />;
}

/** Shows the place of the page in the menu, and the page itself. */
export function PagePreview({ page }: Props) {
  const t = useT(texts);
  const text = useText();
  return (
    <div className="wd-studio-preview">
      <dl className="wd-studio-facts">
        <dt>{t('studio.menuEntry')}</dt>
        <dd>
          {page.menu ? (
            <>
              <Icon name={page.menu.icon ?? 'list'} /> {text(page.title)}
            </>
          ) : (
            t('studio.noMenu')
          )}
        </dd>
        <dt>{t('studio.address')}</dt>
        <dd>
          <code>{page.route}</code>
        </dd>
        {page.kind === 'redirect' && (
          <>
            <dt>{t('studio.leadsTo')}</dt>
            <dd>
              <code>{page.to}</code>
            </dd>
          </>
        )}
        <dt>{t('studio.permission')}</dt>
        <dd>{page.permission ? <code>{page.permission}</code> : t('studio.everybody')}</dd>
      </dl>
      <h3>{text(page.title)}</h3>
      <Drawn page={page} />
    </div>
  );
}
