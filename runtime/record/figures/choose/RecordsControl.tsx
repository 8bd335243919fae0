import type { WidgetProps } from '@rjsf/utils';
import { InputNumber, Segmented, Select, Switch } from 'antd';
import { type Entity, entityRegistry } from '../../../core/definitions/entities.ts';
import { siteOf } from '../../../core/definitions/site.ts';
import { useT, useText } from '../../../kit/i18n/index.ts';
import { baseProps, labelId } from '../../../kit/parts/controlProps.ts';
import { useEntityFor } from '../../../kit/session/entityFor.ts';
import { useSession } from '../../../kit/session/session.ts';
import { columnNames, isSortable, listField } from '../../query/fields.ts';
import { MAX_COLUMNS, type RecordsQuestion } from '../recordsQuestion.ts';
import texts from '../texts.json';
import { ChosenFilter } from './ChosenFilter.tsx';
import './choose.css';
import { Part } from './Part.tsx';

interface PartsProps {
  of: Entity;
  question: RecordsQuestion;
  disabled: boolean;
  onChange(question: RecordsQuestion): void;
}

function Parts({ of, question, disabled, onChange }: PartsProps) {
  const t = useT(texts);
  const text = useText();
  const entity = useEntityFor(of, 'read');
  const names = columnNames(entity).map((name) => ({
    value: name,
    label: text(listField(entity, name).title ?? { zh: name, en: name }),
  }));
  const put = (part: Partial<RecordsQuestion>) => onChange({ ...question, ...part });
  const { sort = '' } = question;
  const sorted = sort.replace(/^-/, '');
  return (
    <>
      <Part title={t('choose.columns')}>
        <Select
          mode="multiple"
          disabled={disabled}
          maxCount={MAX_COLUMNS}
          placeholder={t('choose.usualColumns')}
          value={question.columns ?? []}
          options={names}
          onChange={(columns) => put({ columns })}
        />
      </Part>
      <div className="wd-choose-filter">
        <span>{t('choose.filter')}</span>
        <ChosenFilter
          key={of.name}
          {...{ entity, disabled }}
          value={question.filter}
          onChange={(filter) => put({ filter })}
        />
      </div>
      <Part title={t('choose.sort')}>
        <Select
          allowClear
          disabled={disabled}
          placeholder={t('choose.usualSort')}
          showSearch={{ optionFilterProp: 'label' }}
          value={sorted || undefined}
          options={names.filter(({ value }) => isSortable(entity, value))}
          onChange={(name?: string) => put({ sort: name })}
        />
      </Part>
      {sorted !== '' && (
        <Part title={t('choose.order')}>
          <Segmented<'up' | 'down'>
            disabled={disabled}
            value={sort.startsWith('-') ? 'down' : 'up'}
            options={[
              { value: 'up', label: t('choose.rising') },
              { value: 'down', label: t('choose.falling') },
            ]}
            onChange={(way) => put({ sort: way === 'down' ? `-${sorted}` : sorted })}
          />
        </Part>
      )}
      {siteOf(entity) !== null && (
        <Part title={t('choose.here')}>
          <Switch disabled={disabled} checked={question.here === true} onChange={(here) => put({ here })} />
        </Part>
      )}
      <Part title={t('choose.size')}>
        <InputNumber
          disabled={disabled}
          min={1}
          max={100}
          precision={0}
          value={question.size ?? null}
          onChange={(size) => put({ size: size ?? undefined })}
        />
      </Part>
    </>
  );
}

/** Lets the user choose an entity, its records, and their columns and order. */
export default function RecordsControl(props: WidgetProps) {
  const t = useT(texts);
  const text = useText();
  const may = useSession((session) => session.can);
  const question = (props.value ?? {}) as RecordsQuestion;
  const offered = entityRegistry.all().filter(({ name }) => may(`${name}:list`));
  const of = offered.find(({ name }) => name === question.entity);
  const disabled = props.disabled === true || props.readonly === true;
  return (
    <div className="wd-choose">
      <Select
        {...baseProps(props)}
        aria-labelledby={labelId(props.id)}
        placeholder={t('choose.entity')}
        showSearch={{ optionFilterProp: 'label' }}
        value={question.entity}
        options={offered.map(({ name, title }) => ({ value: name, label: text(title) }))}
        onChange={(entity) => props.onChange({ entity, size: question.size })}
      />
      {of && <Parts key={of.name} {...{ of, question, disabled }} onChange={props.onChange} />}
    </div>
  );
}
