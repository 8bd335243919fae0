import type { Data } from '../../../generated/calls.ts';
import type { Field } from '../../../generated/definition.ts';
import type { FormSource } from '../../form/model/formSource.ts';
import { FormDialog } from '../../form/screen/FormDialog.tsx';
import { call } from '../../kit/api/client.ts';
import { useT } from '../../kit/i18n/index.ts';
import { SCOPE_TITLES, type Scope } from './attributeScopes.ts';
import { parseAttribute, writeAttribute } from './attributeText.ts';

type Attribute = Data<'deviceAttributes'>[number];
/** Attribute scopes that users can set. The device sets the others. */
const OWN_SCOPES = ['shared', 'server'] as const satisfies readonly Scope[];

const KEY = { type: 'string', minLength: 1, maxLength: 80 } as const;
/** Maximum length on the server. */
const VALUE = { type: 'string', minLength: 1, maxLength: 16_384 } as const;

const value: Field = {
  ...VALUE,
  title: { zh: '值', en: 'Value' },
  description: {
    zh: '数字、true、false 和 JSON 按原类型保存，其他内容保存为文本。',
    en: 'Numbers, true, false and JSON are stored with their type. Other values are stored as text.',
  },
  'x-control': 'textarea',
};
const scope: Field = {
  type: 'string',
  title: { zh: '用途', en: 'Purpose' },
  'x-options': OWN_SCOPES.map((option) => ({ value: option, title: SCOPE_TITLES[option] })),
};

const CHANGED: FormSource = {
  name: 'attribute/changed',
  schema: { type: 'object', properties: { value }, required: ['value'] },
  pure: { type: 'object', properties: { value: VALUE }, required: ['value'] },
};
const ADDED: FormSource = {
  name: 'attribute/added',
  schema: {
    type: 'object',
    properties: { scope, key: { ...KEY, title: { zh: '键名', en: 'Key' } }, value },
    required: ['scope', 'key', 'value'],
  },
  pure: {
    type: 'object',
    properties: { scope: { type: 'string', enum: OWN_SCOPES }, key: KEY, value: VALUE },
    required: ['scope', 'key', 'value'],
  },
};

interface Props {
  id: number;
  /** Null for a new attribute. */
  attribute: Attribute | null;
  onSaved(attributes: readonly Attribute[]): void;
  onClose(): void;
}

/** Edits an attribute that users set for a device. */
export function AttributeDialog({ id, attribute, onSaved, onClose }: Props) {
  const t = useT();
  return (
    <FormDialog
      title={attribute ? t('attributes.editOf', { key: attribute.key }) : t('attributes.add')}
      form={attribute ? CHANGED : ADDED}
      value={attribute ? { value: writeAttribute(attribute.value) } : { scope: 'shared' }}
      onSave={async (entered) => {
        const { scope, key } = { ...attribute, ...entered } as {
          scope: (typeof OWN_SCOPES)[number];
          key: string;
        };
        const body = { scope, key: key.trim(), value: parseAttribute(String(entered.value)) };
        onSaved(await call('deviceAttributeSet', { path: { id }, body }, { quiet: true }));
      }}
      onCancel={onClose}
    />
  );
}
