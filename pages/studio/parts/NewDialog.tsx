import { useMemo } from 'react';
import type { Field } from '../../../generated/definition.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { STUDIO_KINDS } from '../../../runtime/core/definitions/studioKinds.ts';
import type { FormSource } from '../../../runtime/form/model/formSource.ts';
import { FormDialog } from '../../../runtime/form/screen/FormDialog.tsx';
import { call } from '../../../runtime/kit/api/client.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';
import type { Document, Kind } from './document.ts';

const both = (zh: string, en: string) => ({ zh, en });
const when = (kinds: readonly Kind[]) => ({ properties: { kind: { enum: kinds } }, required: ['kind'] });
const NAMED: readonly Kind[] = ['entity', 'dashboard', 'document', 'statistic'];
/** These are made for an entity that is there. */
const OF: readonly Kind[] = ['page', 'document', 'statistic'];

function makeForm(): FormSource {
  const entities = entityRegistry.all().map(({ name, title }) => ({ value: name, title }));
  const schema: Field = {
    type: 'object',
    properties: {
      kind: {
        type: 'string',
        title: both('种类', 'Kind'),
        default: 'entity',
        'x-options': [
          { value: 'entity', title: both('实体', 'Entity') },
          { value: 'page', title: both('列表页面', 'List page') },
          { value: 'dashboard', title: both('看板预设', 'Board preset') },
          { value: 'document', title: both('单据', 'Document') },
          { value: 'statistic', title: both('统计', 'Statistic') },
        ],
      },
      name: {
        type: 'string',
        title: both('名称', 'Name'),
        description: both('小驼峰英文，例如 batteryRack', 'camelCase, for example batteryRack'),
        pattern: '^[a-z][A-Za-z0-9]{1,39}$',
        maxLength: 40,
        'x-visible': when(NAMED),
        'x-required': when(NAMED),
        'x-clear': true,
      },
      entity: {
        type: 'string',
        title: both('所属实体', 'Entity that it is of'),
        'x-options': entities,
        'x-visible': when(OF),
        'x-required': when(OF),
        'x-clear': true,
      },
    },
    required: ['kind'],
  };
  const pure = {
    type: 'object',
    properties: {
      kind: { type: 'string', enum: STUDIO_KINDS },
      name: { type: 'string', pattern: '^[a-z][A-Za-z0-9]{1,39}$', maxLength: 40 },
      entity: { type: 'string', enum: entities.map(({ value }) => value) },
    },
    required: ['kind'],
    additionalProperties: false,
  };
  return { name: 'studio/new', schema, pure };
}

interface Props {
  onMade(kind: Kind, document: Document): void;
  onCancel(): void;
}

/** A new definition from the template of the scaffolder. */
export function NewDialog({ onMade, onCancel }: Props) {
  const t = useT(texts);
  const form = useMemo(makeForm, []);
  return (
    <FormDialog
      title={t('studio.new')}
      form={form}
      value={{ kind: 'entity' }}
      saveText={t('studio.create')}
      onSave={async (values) => {
        const { kind, name, entity } = values as { kind: Kind; name?: string; entity?: string };
        const query = { kind, name: name ?? entity ?? '', of: entity };
        onMade(kind, await call('studioTemplate', { query }, { quiet: true }));
      }}
      onCancel={onCancel}
    />
  );
}
