import { Segmented } from 'antd';
import { useMemo, useState } from 'react';
import type {
  DashboardPreset,
  DocumentDefinition,
  PageDefinition,
  StatisticDefinition,
} from '../../../../generated/definition.ts';
import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import { completeValues } from '../../../../runtime/core/rules/values.ts';
import type { FormSource } from '../../../../runtime/form/model/formSource.ts';
import { Form } from '../../../../runtime/form/screen/Form.tsx';
import { useT } from '../../../../runtime/kit/i18n/index.ts';
import { personNow } from '../../../../runtime/kit/session/person.ts';
import { PageBoundary } from '../../../../runtime/shell/page/PageBoundary.tsx';
import texts from '../../texts.json';
import type { CallDocument } from '../design/calls/callChanges.ts';
import { entityOf } from '../design/entityDoc.ts';
import type { Document, Kind } from '../document.ts';
import { CallTry } from './CallTry.tsx';
import { DictionaryUses } from './DictionaryUses.tsx';
import { DocumentPreview } from './DocumentPreview.tsx';
import { ListPreview } from './ListPreview.tsx';
import { PagePreview } from './PagePreview.tsx';
import { PresetPreview } from './PresetPreview.tsx';
import { RecordPreview } from './RecordPreview.tsx';
import { StatisticPreview } from './StatisticPreview.tsx';

function FormPreview({ entity }: { entity: Entity }) {
  const form = useMemo((): FormSource => {
    // The separate name makes the interpreter check the draft, instead of the validator of the applied
    // definition.
    return { name: `draft/${entity.name}`, schema: entity.schema, pure: entity.pure, ui: entity.ui };
  }, [entity]);
  const [value, setValue] = useState<Values>(() => completeValues(entity.schema, {}, personNow()));
  return <Form form={form} value={value} onChange={setValue} />;
}

const VIEWS = ['list', 'form', 'record'] as const;
export type Look = (typeof VIEWS)[number];

function EntityPreview({ entity, look }: { entity: Entity; look: Look }) {
  const t = useT(texts);
  const [view, setView] = useState<Look>(look);
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

interface Props {
  kind: Kind;
  look: Look;
  /** Null for a new definition. */
  name: string | null;
  /** The newest draft without problems. */
  document: Document;
  /** The form of an entity, with its lines. */
  form: { schema: object; pure: object } | null;
  /** The preview shows an older text, because the current one has problems. */
  outrun: boolean;
}

/** Shows the draft as users will see it, with the real components. */
export function Preview({ kind, look, name, document, form, outrun }: Props) {
  const t = useT(texts);
  const entity = useMemo(
    () => (form ? ({ ...entityOf(document), ...form, forms: {} } as Entity) : null),
    [document, form],
  );
  return (
    <>
      {outrun && (
        <p className="wd-studio-note" role="status">
          {t('studio.lastSound')}
        </p>
      )}
      <PageBoundary key={JSON.stringify(document)}>
        {kind === 'entity' && entity && <EntityPreview key={look} {...{ entity, look }} />}
        {kind === 'page' && <PagePreview page={document as unknown as PageDefinition} />}
        {kind === 'dashboard' && <PresetPreview preset={document as unknown as DashboardPreset} />}
        {kind === 'dictionary' && <DictionaryUses name={String(document.name)} />}
        {kind === 'call' && <CallTry call={document as unknown as CallDocument} />}
        {kind === 'document' && (
          <DocumentPreview definition={document as unknown as DocumentDefinition} name={name} />
        )}
        {kind === 'statistic' && (
          <StatisticPreview statistic={document as unknown as StatisticDefinition} name={name} />
        )}
      </PageBoundary>
    </>
  );
}
