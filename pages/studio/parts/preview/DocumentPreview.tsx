import '../../../../runtime/core/definitions/allEntities.ts';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import type { DocumentDefinition, Field } from '../../../../generated/definition.ts';
import { type Entity, entityRegistry } from '../../../../runtime/core/definitions/entities.ts';
import type { FormSource } from '../../../../runtime/form/model/formSource.ts';
import { Form } from '../../../../runtime/form/screen/Form.tsx';
import { call } from '../../../../runtime/kit/api/client.ts';
import { failureWords } from '../../../../runtime/kit/api/failure.ts';
import { useLang, useT } from '../../../../runtime/kit/i18n/index.ts';
import { later } from '../../../../runtime/kit/overlay/later.tsx';
import { queryClient } from '../../../../runtime/kit/session/queryClient.ts';
import { LoadFailed } from '../../../../runtime/kit/states/LoadFailed.tsx';
import texts from '../../texts.json';
import type { Document } from '../document.ts';
import { usePreviewRecords } from './usePreviewRecords.ts';

const waiting = <Skeleton active paragraph={{ rows: 12 }} />;
const PdfPages = later(() => import('../../../../runtime/kit/pdf/PdfPages.tsx'), waiting);

/** Returns a form that asks for the record to print. */
function recordForm({ name, title }: Entity): FormSource {
  const record: Field = { type: 'integer', title, 'x-ref': name };
  const schema: Field = { type: 'object', properties: { record } };
  return {
    name: `studio/print/${name}`,
    schema,
    pure: { type: 'object', properties: { record: { type: 'integer' } } },
  };
}

interface Props {
  definition: DocumentDefinition;
  /** Null if it was not applied yet. */
  name: string | null;
}

function Paper({ definition, name, id }: Props & { id: number }) {
  const t = useT(texts);
  const lang = useLang();
  const [broken, setBroken] = useState<unknown>(null);
  const body = { name: name ?? undefined, document: definition as unknown as Document, id, lang };
  const { data, error, refetch } = useQuery(
    {
      queryKey: ['studioDocument', body],
      queryFn: ({ signal }) => call('studioDocument', { body }, { quiet: true, signal }),
      retry: false,
      gcTime: 0,
    },
    queryClient,
  );
  const retry = () => {
    setBroken(null);
    void refetch();
  };
  const failed = error ?? broken;
  if (failed) return <LoadFailed title={failureWords(failed, t, t('studio.noPaper'))} onRetry={retry} />;
  return data instanceof Blob ? <PdfPages file={data} onFail={setBroken} /> : waiting;
}

/** Shows a record on paper by the draft: the first record, or another that the user chooses. */
export function DocumentPreview({ definition, name }: Props) {
  const entity = entityRegistry.get(definition.of);
  const form = useMemo(() => entity && recordForm(entity), [entity]);
  if (!entity || !form) return null;
  return <ChosenPaper key={entity.name} {...{ definition, name, entity, form }} />;
}

function ChosenPaper({ definition, name, entity, form }: Props & { entity: Entity; form: FormSource }) {
  const t = useT(texts);
  const { records, isSample } = usePreviewRecords(entity);
  const [chosen, setChosen] = useState<number | null>(null);
  const first = isSample ? undefined : records[0]?.id;
  const id = chosen ?? first;
  if (id === undefined) return <p className="wd-studio-note">{t('studio.noRecords')}</p>;
  return (
    <>
      <Form
        form={form}
        value={{ record: id }}
        onChange={({ record }) => setChosen(typeof record === 'number' ? record : null)}
      />
      <div className="wd-studio-paper">
        <Paper key={id} {...{ definition, name, id }} />
      </div>
    </>
  );
}
