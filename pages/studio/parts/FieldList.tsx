import { Button } from 'antd';
import { useState } from 'react';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import texts from '../texts.json';
import type { Document } from './document.ts';
import { FieldDialog } from './FieldDialog.tsx';
import { type FieldValues, fieldsOf, moveField, readField, removeField, writeField } from './fields.ts';

interface Props {
  document: Document;
  /** The definition that the table has already: its names stay. */
  applied: Document | null;
  readOnly: boolean;
  onChange(document: Document): void;
}

/** An entity's fields for those who would rather not write JSON; every step changes the JSON. */
export function FieldList({ document, applied, readOnly, onChange }: Props) {
  const t = useT(texts);
  const [editing, setEditing] = useState<string | 'new' | null>(null);
  const fields = fieldsOf(document);
  const columns = new Set(applied ? fieldsOf(applied).map(([name]) => name) : []);
  const before = editing === null || editing === 'new' ? null : editing;

  const save = (values: FieldValues) => {
    onChange(writeField(document, before, values));
    setEditing(null);
  };
  return (
    <div className="wd-studio-fields">
      <ol>
        {fields.map(([name], at) => (
          <FieldRow
            key={name}
            document={document}
            at={at}
            readOnly={readOnly}
            onEdit={() => setEditing(name)}
            onChange={onChange}
          />
        ))}
      </ol>
      {!readOnly && (
        <Button icon={<Icon name="plus" />} onClick={() => setEditing('new')}>
          {t('studio.addField')}
        </Button>
      )}
      {editing !== null && (
        <FieldDialog
          field={before === null ? null : readField(document, before)}
          fixed={before !== null && columns.has(before)}
          taken={fields.map(([name]) => name).filter((name) => name !== before)}
          onSave={save}
          onCancel={() => setEditing(null)}
        />
      )}
    </div>
  );
}

interface RowProps {
  document: Document;
  /** The place of the field, from 0. */
  at: number;
  readOnly: boolean;
  onEdit(): void;
  onChange(document: Document): void;
}

/** A field with what is special about it, its place, and the ways to change both. */
function FieldRow({ document, at, readOnly, onEdit, onChange }: RowProps) {
  const t = useT(texts);
  const text = useText();
  const fields = fieldsOf(document);
  const [name, field] = fields[at]!;
  const { required, inList, inFilter, inSearch } = readField(document, name);
  const title = field.title ? text(field.title) : name;
  const traits = [
    required && t('studio.trait.required'),
    inList && t('studio.trait.list'),
    inFilter && t('studio.trait.filter'),
    inSearch && t('studio.trait.search'),
  ].filter(Boolean);
  const button = { type: 'text', size: 'small' } as const;
  return (
    <li>
      <span className="wd-studio-field">
        <b>{title}</b>
        <code>
          {name}: {field.format ?? field.type}
        </code>
        <small>{traits.join(' · ')}</small>
      </span>
      {!readOnly && (
        <span className="wd-studio-tools">
          <Button
            {...button}
            icon={<Icon name="up" />}
            aria-label={t('form.moveUp', { title })}
            disabled={at === 0}
            onClick={() => onChange(moveField(document, name, -1))}
          />
          <Button
            {...button}
            icon={<Icon name="down" />}
            aria-label={t('form.moveDown', { title })}
            disabled={at === fields.length - 1}
            onClick={() => onChange(moveField(document, name, 1))}
          />
          <Button
            {...button}
            icon={<Icon name="edit" />}
            aria-label={t('studio.editFieldOf', { title })}
            onClick={onEdit}
          />
          <Button
            {...button}
            icon={<Icon name="delete" />}
            aria-label={t('form.removeItem', { title })}
            onClick={() => onChange(removeField(document, name))}
          />
        </span>
      )}
    </li>
  );
}
