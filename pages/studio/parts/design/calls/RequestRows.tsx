import { Button, Checkbox, Input, Select } from 'antd';
import type { Entity } from '../../../../../runtime/core/definitions/entities.ts';
import { useT, useText } from '../../../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../../../runtime/kit/theme/Icon.tsx';
import type { StudioProblem } from '../../document.ts';
import texts from '../texts.json';
import { Wrong } from '../Wrong.tsx';
import {
  addRow,
  type CallDocument,
  listConditionFields,
  type Row,
  readRows,
  sourceName,
  WORDS,
  writeRows,
} from './callChanges.ts';

const LONGEST = 40;

interface Props {
  part: 'where' | 'values';
  call: CallDocument;
  entity: Entity;
  readOnly: boolean;
  problems: readonly StudioProblem[];
  onCall(call: CallDocument): void;
}

/** Edits the conditions of a call, or the values that it sets: a field, a comparison, a value of the request. */
export function RequestRows({ part, call, entity, readOnly, problems, onCall }: Props) {
  const t = useT(texts);
  const text = useText();
  const rows = readRows(call, part);
  const fields = listConditionFields(entity);
  const titleOf = (name: string) =>
    text(fields.find(({ value }) => value === name)?.title ?? { zh: name, en: name });
  const write = (next: readonly Row[]) => onCall(writeRows(call, part, next));
  const change = (at: number, row: Row) => write(rows.map((one, index) => (index === at ? row : one)));
  const free = fields.filter(({ value }) => !rows.some(({ field }) => field === value));
  return (
    <section aria-label={t(`design.rows.${part}`)}>
      <h3>{t(`design.rows.${part}`)}</h3>
      <ul className="wd-design-displays">
        {rows.map(({ field, compared }, at) => {
          const title = titleOf(field);
          return (
            <li key={field}>
              <b>{title}</b>
              <RequestRow
                {...{ part, title, readOnly }}
                row={{ field, compared }}
                onRow={(row) => change(at, row)}
              />
              {!readOnly && (
                <Button
                  type="text"
                  icon={<Icon name="delete" />}
                  aria-label={t('design.removeOf', { title })}
                  onClick={() => write(rows.filter((_, index) => index !== at))}
                />
              )}
              <Wrong problems={problems} pointer={`/action/${part}/${field}`} />
            </li>
          );
        })}
      </ul>
      {!readOnly && (
        <Select
          className="wd-design-to"
          aria-label={t(`design.addRow.${part}`)}
          placeholder={t(`design.addRow.${part}`)}
          value={null}
          options={free.map(({ value, title }) => ({ value, label: text(title) }))}
          onChange={(field: string) => onCall(addRow(call, part, field))}
        />
      )}
    </section>
  );
}

interface RowProps extends Pick<Props, 'part' | 'readOnly'> {
  row: Row;
  title: string;
  onRow(row: Row): void;
}

/** Edits the comparison of a field, and the value of the request. */
function RequestRow({ part, row: { field, compared }, title, readOnly, onRow }: RowProps) {
  const t = useT(texts);
  return (
    <>
      {compared && part === 'where' && (
        <Select
          aria-label={t('design.comparisonOf', { title })}
          disabled={readOnly}
          popupMatchSelectWidth={false}
          value={compared.word}
          options={WORDS.map((value) => ({ value, label: t(`design.compared.${value}`) }))}
          onChange={(word) => onRow({ field, compared: { ...compared, word } })}
        />
      )}
      {compared ? (
        <Input
          aria-label={t('design.parameterOf', { title })}
          prefix={t('design.parameter')}
          value={sourceName(compared.source)}
          maxLength={LONGEST}
          readOnly={readOnly}
          onChange={({ target }) => {
            const { optional } = compared.source;
            const source = { query: target.value, ...(optional ? { optional } : {}) };
            onRow({ field, compared: { ...compared, source } });
          }}
        />
      ) : (
        <span>{t('design.conditionCode')}</span>
      )}
      {compared && compared.source.path === undefined && part === 'where' && (
        <Checkbox
          checked={compared.source.optional ?? false}
          disabled={readOnly}
          onChange={({ target }) => {
            const source = { query: sourceName(compared.source), optional: target.checked };
            onRow({ field, compared: { ...compared, source } });
          }}
        >
          {t('design.optionalValue')}
        </Checkbox>
      )}
    </>
  );
}
