import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import { Form } from '../../../../runtime/form/screen/Form.tsx';
import { SampleNote } from './SampleNote.tsx';
import { usePreviewRecords } from './usePreviewRecords.ts';

export function RecordPreview({ entity }: { entity: Entity }) {
  const { records, isSample } = usePreviewRecords(entity);
  const form = { name: `draft/${entity.name}`, schema: entity.schema, pure: entity.pure, ui: entity.ui };
  return (
    <>
      <SampleNote shown={isSample} />
      {records[0] && <Form key={records[0].id} form={form} value={records[0]} readOnly />}
    </>
  );
}
