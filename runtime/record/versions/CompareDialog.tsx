import { useQuery } from '@tanstack/react-query';
import { Checkbox, Modal, Select } from 'antd';
import { useState } from 'react';
import type { Field } from '../../../generated/definition.ts';
import { type Entity, entityRegistry } from '../../core/definitions/entities.ts';
import { lineSets } from '../../core/lines.ts';
import { familyOf } from '../../core/rules/versions.ts';
import { ShownValue } from '../../form/shown/ShownValue.tsx';
import { fieldOptions, findOption } from '../../form/values/options.ts';
import { useDictionaries } from '../../form/values/useDictionaries.ts';
import { useLang, useT, useText } from '../../kit/i18n/index.ts';
import { useEntityFor } from '../../kit/session/entityFor.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { SIZE } from '../../kit/theme/tokens.ts';
import { type ListRecord, listRecords, readRecord } from '../calls/useRecords.ts';
import '../dialog/merge.css';
import { type ComparedField, type ComparedLine, compareFields, compareLines } from './compare.ts';
import texts from './texts.json';
import './versions.css';

export interface CompareDialogProps {
  entity: Entity;
  record: ListRecord;
  onClose(): void;
}

/** Number of selectable versions, the latest ones. */
const OFFERED = 100;

function useVersions(entity: Entity, record: ListRecord) {
  const family = familyOf(record);
  const filter = JSON.stringify({ and: [{ field: 'familyId', op: 'eq', value: family }] });
  return useQuery(
    {
      queryKey: ['records', entity.name, 'versions', family],
      queryFn: ({ signal }) =>
        listRecords(entity, { filter, sort: '-edition', current: 1, size: OFFERED }, signal),
    },
    queryClient,
  );
}

const useVersion = (entity: Entity, id: number | undefined) =>
  useQuery(
    {
      queryKey: ['records', entity.name, 'version', id],
      queryFn: ({ signal }) => readRecord(entity, id ?? 0, signal),
      enabled: id !== undefined,
    },
    queryClient,
  );

/** Shows two versions of a record side by side, and marks the differences. */
export default function CompareDialog({ entity: whole, record, onClose }: CompareDialogProps) {
  const t = useT(texts);
  const entity = useEntityFor(whole, 'read');
  const [chosen, setChosen] = useState<{ older?: number; newer?: number }>({});
  const [isOnly, setOnly] = useState(false);
  const { data, isError } = useVersions(whole, record);
  const versions = data?.records ?? [];
  const own = versions.findIndex(({ id }) => id === record.id);
  // Compares the record with the version before it. The first version is compared with the next one.
  const newer = chosen.newer ?? (own === versions.length - 1 ? versions[own - 1]?.id : record.id);
  const at = versions.findIndex(({ id }) => id === newer);
  const older = chosen.older ?? versions[at + 1]?.id;
  const [before, after] = [useVersion(whole, older).data, useVersion(whole, newer).data];
  return (
    <Modal open title={t('versions.compare')} width={SIZE.form * 1.4} footer={null} onCancel={onClose}>
      <div className="wd-compare-choice">
        <VersionSelect
          {...{ entity, versions }}
          label={t('versions.older')}
          value={older}
          onChange={(id) => setChosen({ ...chosen, older: id })}
        />
        <VersionSelect
          {...{ entity, versions }}
          label={t('versions.newer')}
          value={newer}
          onChange={(id) => setChosen({ ...chosen, newer: id })}
        />
        <Checkbox checked={isOnly} onChange={({ target }) => setOnly(target.checked)}>
          {t('versions.only')}
        </Checkbox>
      </div>
      {isError && <p role="alert">{t('versions.failed')}</p>}
      {before && after && <Comparison {...{ entity, before, after, isOnly }} />}
    </Modal>
  );
}

interface SelectProps {
  entity: Entity;
  versions: readonly ListRecord[];
  label: string;
  value: number | undefined;
  onChange(id: number): void;
}

function VersionSelect({ entity, versions, label, value, onChange }: SelectProps) {
  const nameOf = useVersionName(entity);
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={onChange}
      popupMatchSelectWidth={false}
      options={versions.map((one) => ({ value: one.id, label: nameOf(one) }))}
    />
  );
}

/** Returns a function that names a version by number and state. */
function useVersionName(entity: Entity): (record: ListRecord) => string {
  const t = useT(texts);
  const lang = useLang();
  const dictionaries = useDictionaries();
  const name = entity.states?.field ?? '';
  const options = fieldOptions(entity.schema.properties?.[name] ?? {}, dictionaries, lang) ?? [];
  return (record) => {
    const edition = String(record.edition);
    const state = findOption(options, record[name])?.label;
    return state ? t('versions.named', { edition, state }) : t('versions.version', { edition });
  };
}

interface ComparisonProps {
  entity: Entity;
  before: ListRecord;
  after: ListRecord;
  isOnly: boolean;
}

function Comparison({ entity, before, after, isOnly }: ComparisonProps) {
  const t = useT(texts);
  const nameOf = useVersionName(entity);
  const fields = compareFields(entity, before, after);
  const sets = lineSets(entity).map(({ name, field, link }) => ({
    name,
    field,
    lines: compareLines(field, entityRegistry.get(link.entity)?.label ?? '', before[name], after[name]),
  }));
  const differs =
    fields.some((one) => one.isChanged) || sets.some(({ lines }) => lines.some((one) => one.change));
  if (isOnly && !differs) return <p>{t('versions.same')}</p>;
  const [left, right] = [nameOf(before), nameOf(after)];
  return (
    <div className="wd-form-table">
      <table className="wd-merge wd-compare">
        <thead>
          <tr>
            {[t('versions.field'), left, right].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fields
            .filter((one) => !isOnly || one.isChanged)
            .map((one) => (
              <FieldRow key={one.name} compared={one} sides={[left, right]} />
            ))}
        </tbody>
        {sets.map(({ name, field, lines }) => (
          <LinesBody
            key={name}
            field={field}
            lines={lines.filter((one) => !isOnly || one.change)}
            sides={[left, right]}
          />
        ))}
      </table>
    </div>
  );
}

type Sides = readonly [string, string];

function FieldRow({ compared, sides }: { compared: ComparedField; sides: Sides }) {
  const t = useT(texts);
  const text = useText();
  const { field, name, isChanged } = compared;
  return (
    <tr>
      <th scope="row">
        {field.title ? text(field.title) : name}
        {isChanged && <p className="wd-field-help">{t('versions.changed')}</p>}
      </th>
      {(['before', 'after'] as const).map((side, at) => (
        <td key={side} data-label={sides[at]} data-changed={isChanged || undefined}>
          <ShownValue field={field} value={compared[side]} />
        </td>
      ))}
    </tr>
  );
}

function LinesBody({ field, lines, sides }: { field: Field; lines: ComparedLine[]; sides: Sides }) {
  const text = useText();
  if (lines.length === 0) return null;
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={3}>
          {field.title && text(field.title)}
        </th>
      </tr>
      {lines.map((line) => (
        <LineRow key={line.key} line={line} sides={sides} />
      ))}
    </tbody>
  );
}

function LineRow({ line, sides }: { line: ComparedLine; sides: Sides }) {
  const t = useT(texts);
  const { change, label } = line;
  const isThere = { before: change !== 'added', after: change !== 'removed' };
  return (
    <tr>
      <th scope="row">
        {label}
        {change && <p className="wd-field-help">{t(`versions.${change}`)}</p>}
      </th>
      {(['before', 'after'] as const).map((side, at) => (
        <td key={side} data-label={sides[at]} data-changed={(change && change !== 'changed') || undefined}>
          {isThere[side] && <LineValues line={line} side={side} />}
        </td>
      ))}
    </tr>
  );
}

function LineValues({ line, side }: { line: ComparedLine; side: 'before' | 'after' }) {
  const text = useText();
  return (
    <dl className="wd-compare-line">
      {line.fields
        .filter(({ before, after }) => before !== null || after !== null)
        .map((one) => (
          <div key={one.name} data-changed={(line.change === 'changed' && one.isChanged) || undefined}>
            <dt>{one.field.title ? text(one.field.title) : one.name}</dt>
            <dd>
              <ShownValue field={one.field} value={one[side]} />
            </dd>
          </div>
        ))}
    </dl>
  );
}
