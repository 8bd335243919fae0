import type { WidgetProps } from '@rjsf/utils';
import { InputNumber, Segmented, Select, Switch } from 'antd';
import type { Field, StatisticDefinition } from '../../../../generated/definition.ts';
import { entityOf } from '../../../core/definitions/entities.ts';
import { siteOf } from '../../../core/definitions/site.ts';
import { useT, useText } from '../../../kit/i18n/index.ts';
import { baseProps, labelId } from '../../../kit/parts/controlProps.ts';
import { useEntityFor } from '../../../kit/session/entityFor.ts';
import { useSession } from '../../../kit/session/session.ts';
import type { FigureQuestion } from '../question.ts';
import texts from '../texts.json';
import { titleOf } from '../words.ts';
import { ChosenFilter } from './ChosenFilter.tsx';
import './choose.css';
import { listOfferedDimensions, listOfferedFigures, listOfferedStatistics } from './offered.ts';
import { Part } from './Part.tsx';

interface Limits {
  /** The allowed numbers of dimensions. */
  by: { least: number; most: number };
  figures: number;
  has(part: keyof FigureQuestion): boolean;
}

/** Reads the allowed numbers of dimensions and figures from the schema, and the available options. */
function limitsOf({ properties = {} }: Field): Limits {
  return {
    by: { least: properties.by?.minItems ?? 0, most: properties.by?.maxItems ?? 0 },
    figures: properties.figures?.maxItems ?? 1,
    has: (part) => part in properties,
  };
}

/** Returns an initial choice with data. For time charts, time dimensions are first. */
function begin(
  statistic: StatisticDefinition,
  { by }: Limits,
  names: { dimensions: readonly string[]; figures: readonly string[] },
): FigureQuestion {
  const usual = (statistic.by ?? []).filter((name) => names.dimensions.includes(name));
  const split = [...new Set([...usual, ...names.dimensions])].slice(0, by.least);
  return {
    statistic: statistic.name,
    ...(by.most > 0 ? { by: split } : {}),
    figures: names.figures.slice(0, 1),
  };
}

interface PartsProps {
  statistic: StatisticDefinition;
  question: FigureQuestion;
  limits: Limits;
  disabled: boolean;
  onChange(question: FigureQuestion): void;
}

function Split({ statistic, question, limits, disabled, onChange }: PartsProps) {
  const t = useT(texts);
  const text = useText();
  const session = useSession();
  const options = listOfferedDimensions(statistic, session.rights, session.can).map(({ name }) => ({
    value: name,
    label: text(titleOf(statistic, name)),
  }));
  const { by = [] } = question;
  const places = Array.from({ length: Math.min(limits.by.most, by.length + 1) }, (_, at) => at);
  const names = limits.by.most === 2 && limits.by.least === 2 ? ['rows', 'columns'] : ['by', 'then'];
  return places.map((at) => (
    <Part key={at} title={t(`choose.${names[Math.min(at, 1)] as 'by'}`)}>
      <Select
        disabled={disabled}
        allowClear={at >= limits.by.least}
        showSearch={{ optionFilterProp: 'label' }}
        value={by[at]}
        options={options.filter(({ value }) => value === by[at] || !by.includes(value))}
        onChange={(name?: string) =>
          onChange({ ...question, by: name ? by.toSpliced(at, 1, name) : by.toSpliced(at) })
        }
      />
    </Part>
  ));
}

function Figures({ statistic, question, limits, disabled, onChange }: PartsProps) {
  const t = useT(texts);
  const text = useText();
  const rights = useSession((session) => session.rights);
  const options = listOfferedFigures(statistic, rights).map(({ name }) => ({
    value: name,
    label: text(titleOf(statistic, name)),
  }));
  const { figures = [] } = question;
  if (limits.figures === 1)
    return (
      <Part title={t('choose.figure')}>
        <Select
          disabled={disabled}
          value={figures[0]}
          options={options}
          onChange={(name) => onChange({ ...question, figures: [name] })}
        />
      </Part>
    );
  return (
    <Part title={t('choose.figures')}>
      <Select
        mode="multiple"
        disabled={disabled}
        maxCount={limits.figures}
        value={figures}
        options={options}
        onChange={(names) => onChange({ ...question, figures: names })}
      />
    </Part>
  );
}

function Time({ question, limits, disabled, onChange }: PartsProps) {
  const t = useT(texts);
  const { time = 'range', compare = 'none' } = question;
  return (
    <>
      <Part title={t('choose.time')}>
        <Segmented<'range' | 'all'>
          disabled={disabled}
          value={time}
          options={[
            { value: 'range', label: t('choose.range') },
            { value: 'all', label: t('choose.always') },
          ]}
          onChange={(next) => onChange({ ...question, time: next })}
        />
      </Part>
      {limits.has('compare') && time === 'range' && (
        <Part title={t('report.compare')}>
          <Segmented<NonNullable<FigureQuestion['compare']>>
            disabled={disabled}
            value={compare}
            options={[
              { value: 'none', label: t('report.none') },
              { value: 'period', label: t('report.before') },
              { value: 'year', label: t('report.year') },
            ]}
            onChange={(next) => onChange({ ...question, compare: next })}
          />
        </Part>
      )}
    </>
  );
}

function Narrowed({ statistic, question, limits, disabled, onChange }: PartsProps) {
  const t = useT(texts);
  const entity = useEntityFor(entityOf(statistic.of), 'read');
  const put = (part: Partial<FigureQuestion>) => onChange({ ...question, ...part });
  return (
    <>
      <div className="wd-choose-filter">
        <span>{t('choose.filter')}</span>
        <ChosenFilter
          key={statistic.name}
          {...{ entity, disabled }}
          value={question.filter}
          onChange={(filter) => put({ filter })}
        />
      </div>
      {siteOf(entity) !== null && (
        <Part title={t('choose.here')}>
          <Switch disabled={disabled} checked={question.here === true} onChange={(here) => put({ here })} />
        </Part>
      )}
      {limits.has('top') && (
        <Part title={t('choose.top')}>
          <InputNumber
            disabled={disabled}
            min={1}
            max={100}
            precision={0}
            value={question.top ?? null}
            onChange={(top) => put({ top: top ?? undefined })}
          />
        </Part>
      )}
    </>
  );
}

/** Lets the user choose a statistic, its dimensions, its figures, and conditions on the records. */
export default function StatisticControl(props: WidgetProps) {
  const t = useT(texts);
  const text = useText();
  const session = useSession();
  const limits = limitsOf(props.schema as Field);
  const question = (props.value ?? {}) as FigureQuestion;
  const offered = listOfferedStatistics(session.can);
  const statistic = offered.find(({ name }) => name === question.statistic);
  const disabled = props.disabled === true || props.readonly === true;
  const choose = (name: string) => {
    const next = offered.find((one) => one.name === name);
    if (!next) return;
    const dimensions = listOfferedDimensions(next, session.rights, session.can).map((one) => one.name);
    const figures = listOfferedFigures(next, session.rights).map((one) => one.name);
    props.onChange(begin(next, limits, { dimensions, figures }));
  };
  const parts = statistic && { statistic, question, limits, disabled, onChange: props.onChange };
  return (
    <div className="wd-choose">
      <Select
        {...baseProps(props)}
        aria-labelledby={labelId(props.id)}
        placeholder={t(offered.length > 0 ? 'choose.statistic' : 'choose.noStatistic')}
        showSearch={{ optionFilterProp: 'label' }}
        value={question.statistic}
        options={offered.map(({ name, title }) => ({ value: name, label: text(title) }))}
        onChange={choose}
      />
      {parts && (
        <>
          {limits.by.most > 0 && <Split {...parts} />}
          <Figures {...parts} />
          <Time {...parts} />
          <Narrowed {...parts} />
        </>
      )}
    </div>
  );
}
