import { Segmented } from 'antd';
import { useMemo, useState } from 'react';
import type { DashboardPreset, PageDefinition } from '../../../generated/definition.ts';
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import type { Values } from '../../../runtime/core/rule.ts';
import { values_complete } from '../../../runtime/core/values.ts';
import { Form, type FormSource } from '../../../runtime/form/Form.tsx';
import { useT, useText } from '../../../runtime/i18n/index.ts';
import '../../../runtime/list/list.css';
import { ListTable } from '../../../runtime/list/table/ListTable.tsx';
import { layout_default } from '../../../runtime/list/table/layout.ts';
import { useRefNames } from '../../../runtime/list/table/useRefNames.ts';
import type { ListRecord } from '../../../runtime/list/useRecords.ts';
import { PageBoundary } from '../../../runtime/page/PageBoundary.tsx';
import { Icon } from '../../../runtime/theme/Icon.tsx';
import type { Document, Kind } from './document.ts';
import { PresetPreview } from './PresetPreview.tsx';
import { usePreviewRecords } from './usePreviewRecords.ts';

const nothing = (): void => undefined;
const NO_RECORDS: ListRecord[] = [];

function SampleNote({ shown }: { shown: boolean }) {
  const t = useT();
  return shown && <p className="wd-studio-note">{t('studio.sampleRecords')}</p>;
}

function ListPreview({ entity }: { entity: Entity }) {
  const { records, isSample } = usePreviewRecords(entity);
  const names = useRefNames(entity, entity.list.columns, isSample ? NO_RECORDS : records);
  return (
    <>
      <SampleNote shown={isSample} />
      <div className="wd-list wd-studio-list" inert>
        <ListTable
          entity={entity}
          records={records}
          names={names}
          loading={false}
          size={records.length}
          selection={null}
          more={false}
          onMore={nothing}
          total={records.length}
          layout={layout_default(entity)}
          onLayout={nothing}
          sort={entity.list.sort ?? []}
          onSort={nothing}
          edit={null}
          tree={null}
          sums={null}
          onOpen={nothing}
          onEdit={nothing}
          onDelete={nothing}
        />
      </div>
    </>
  );
}

function FormPreview({ entity }: { entity: Entity }) {
  const form = useMemo((): FormSource => {
    // A name of its own: it is checked by the interpreter, not by a validator of the definition that holds.
    return { name: `draft/${entity.name}`, schema: entity.schema, pure: entity.pure, ui: entity.ui };
  }, [entity]);
  const [value, setValue] = useState<Values>(() => values_complete(entity.schema, {}));
  return <Form form={form} value={value} onChange={setValue} />;
}

function RecordPreview({ entity }: { entity: Entity }) {
  const { records, isSample } = usePreviewRecords(entity);
  const form = { name: `draft/${entity.name}`, schema: entity.schema, pure: entity.pure, ui: entity.ui };
  return (
    <>
      <SampleNote shown={isSample} />
      {records[0] && <Form key={records[0].id} form={form} value={records[0]} readOnly />}
    </>
  );
}

const VIEWS = ['list', 'form', 'record'] as const;

function EntityPreview({ entity }: { entity: Entity }) {
  const t = useT();
  const [view, setView] = useState<(typeof VIEWS)[number]>('list');
  return (
    <div className="wd-studio-preview">
      <Segmented
        aria-label={t('studio.preview')}
        value={view}
        onChange={setView}
        options={VIEWS.map((value) => ({ value, label: t(`studio.view.${value}`) }))}
      />
      {view === 'list' && <ListPreview entity={entity} />}
      {view === 'form' && <FormPreview entity={entity} />}
      {view === 'record' && <RecordPreview entity={entity} />}
    </div>
  );
}

function PagePreview({ page }: { page: PageDefinition }) {
  const t = useT();
  const text = useText();
  const entity = page.entity ? entityRegistry.get(page.entity) : undefined;
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
        <dt>{t('studio.permission')}</dt>
        <dd>{page.permission ? <code>{page.permission}</code> : t('studio.everybody')}</dd>
      </dl>
      <h3>{text(page.title)}</h3>
      {page.kind === 'list' && entity && <ListPreview entity={entity} />}
    </div>
  );
}

interface Props {
  kind: Kind;
  /** The newest draft without problems. */
  document: Document;
  pure: Values | null;
}

/** The draft as people will see it, drawn by what draws the real one. */
export function Preview({ kind, document, pure }: Props) {
  const entity = useMemo(
    () => (pure ? ({ ...document, pure, forms: {} } as unknown as Entity) : null),
    [document, pure],
  );
  return (
    <PageBoundary key={JSON.stringify(document)}>
      {kind === 'entity' && entity && <EntityPreview entity={entity} />}
      {kind === 'page' && <PagePreview page={document as unknown as PageDefinition} />}
      {kind === 'dashboard' && <PresetPreview preset={document as unknown as DashboardPreset} />}
    </PageBoundary>
  );
}
