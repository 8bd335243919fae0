import '../../../../../runtime/core/definitions/allEntities.ts';
import { Button, Checkbox, Select } from 'antd';
import type { StatisticDefinition } from '../../../../../generated/definition.ts';
import { type Entity, entityRegistry } from '../../../../../runtime/core/definitions/entities.ts';
import { useT, useText } from '../../../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../../../runtime/kit/theme/Icon.tsx';
import type { StudioProblem } from '../../document.ts';
import { TitleInput } from '../TitleInput.tsx';
import texts from '../texts.json';
import { Wrong } from '../Wrong.tsx';
import {
  addFigure,
  addSplit,
  changeFigure,
  fieldOf,
  listMeasuredFigures,
  listSplitFields,
  MEASURES,
  type Measure,
  maySplitMore,
  nameOf,
  removeFigure,
  removeSplit,
  STEPS,
  showSplit,
  stepSplit,
  titleFigure,
} from './reportChanges.ts';

interface Props {
  report: StatisticDefinition;
  readOnly: boolean;
  problems: readonly StudioProblem[];
  onReport(report: StatisticDefinition): void;
}

/** Edits a report: its figures and its splits. The results are shown beside it at once. */
export function ReportDesign(props: Props) {
  const t = useT(texts);
  const { report, readOnly, onReport } = props;
  const entity = entityRegistry.get(report.of);
  if (!entity) return <p className="wd-design wd-studio-note">{t('design.noEntity')}</p>;
  return (
    <div className="wd-design">
      <TitleInput
        label={t('design.title')}
        title={report.title}
        readOnly={readOnly}
        onChange={(title) => onReport({ ...report, title })}
      />
      <Figures {...props} entity={entity} />
      <Splits {...props} entity={entity} />
    </div>
  );
}

function Figures({ report, readOnly, problems, entity, onReport }: Props & { entity: Entity }) {
  const t = useT(texts);
  const text = useText();
  const titleOf = (name: string) => text(fieldOf(entity, name).title ?? { zh: name, en: name });
  const isSimple = (measure: string): measure is Measure => MEASURES.some((one) => one === measure);
  return (
    <section aria-label={t('design.measures')}>
      <h3>{t('design.measures')}</h3>
      <ul className="wd-design-displays">
        {report.figures.map((figure, at) => {
          const own = figure.title ??
            fieldOf(entity, figure.field ?? '').title ?? { zh: figure.name, en: figure.name };
          const title = text(own);
          return (
            <li key={figure.name}>
              <Select
                aria-label={t('design.measureOf', { title })}
                disabled={readOnly || !isSimple(figure.do)}
                popupMatchSelectWidth={false}
                value={figure.do}
                options={(isSimple(figure.do) ? MEASURES : [figure.do]).map((value) => ({
                  value,
                  label: t(`design.measure.${value}`),
                  disabled: value !== 'count' && listMeasuredFigures(entity).length === 0,
                }))}
                onChange={(measure) =>
                  isSimple(measure) &&
                  onReport(changeFigure(report, at, entity, { measure, field: figure.field }))
                }
              />
              {isSimple(figure.do) && figure.do !== 'count' && (
                <Select
                  aria-label={t('design.measuredOf', { title })}
                  disabled={readOnly}
                  popupMatchSelectWidth={false}
                  value={figure.field}
                  options={listMeasuredFigures(entity).map((value) => ({ value, label: titleOf(value) }))}
                  onChange={(field) =>
                    onReport(changeFigure(report, at, entity, { measure: figure.do as Measure, field }))
                  }
                />
              )}
              <TitleInput
                label={t('design.figureTitle', { title })}
                title={own}
                readOnly={readOnly}
                onChange={(next) => onReport(titleFigure(report, at, next))}
              />
              {!readOnly && report.figures.length > 1 && (
                <Button
                  type="text"
                  icon={<Icon name="delete" />}
                  aria-label={t('design.removeOf', { title })}
                  onClick={() => onReport(removeFigure(report, at))}
                />
              )}
              <Wrong problems={problems} pointer={`/figures/${at}`} />
            </li>
          );
        })}
      </ul>
      {!readOnly && (
        <Button icon={<Icon name="plus" />} onClick={() => onReport(addFigure(report, entity))}>
          {t('design.addFigure')}
        </Button>
      )}
    </section>
  );
}

function Splits({ report, readOnly, problems, entity, onReport }: Props & { entity: Entity }) {
  const t = useT(texts);
  const text = useText();
  const titleOf = (name: string) => text(fieldOf(entity, name).title ?? { zh: name, en: name });
  const { dimensions = [], by = [] } = report;
  return (
    <section aria-label={t('design.splits')}>
      <h3>{t('design.splits')}</h3>
      <ul className="wd-design-displays">
        {dimensions.map((dimension, at) => {
          const name = nameOf(dimension);
          const title = dimension.title ? text(dimension.title) : titleOf(dimension.field);
          const isShown = by.includes(name);
          return (
            <li key={name}>
              <b>{title}</b>
              {dimension.step && (
                <Select
                  aria-label={t('design.stepOf', { title })}
                  disabled={readOnly}
                  popupMatchSelectWidth={false}
                  value={dimension.step}
                  options={STEPS.map((value) => ({ value, label: t(`design.step.${value}`) }))}
                  onChange={(step) => onReport(stepSplit(report, at, step))}
                />
              )}
              <Checkbox
                checked={isShown}
                disabled={readOnly || (!isShown && !maySplitMore(report))}
                onChange={({ target }) => onReport(showSplit(report, at, target.checked))}
              >
                {t('design.shownFirst')}
              </Checkbox>
              {!readOnly && (
                <Button
                  type="text"
                  icon={<Icon name="delete" />}
                  aria-label={t('design.removeOf', { title })}
                  onClick={() => onReport(removeSplit(report, at))}
                />
              )}
              <Wrong problems={problems} pointer={`/dimensions/${at}`} />
            </li>
          );
        })}
      </ul>
      {!readOnly && (
        <Select
          className="wd-design-to"
          aria-label={t('design.addSplit')}
          placeholder={t('design.addSplit')}
          value={null}
          options={listSplitFields(entity)
            .filter((field) => isFree(dimensions, field))
            .map((value) => ({ value, label: titleOf(value) }))}
          onChange={(field: string) => onReport(addSplit(report, entity, field))}
        />
      )}
    </section>
  );
}

/** Returns whether no dimension uses the field. A report is split by a field only once. */
const isFree = (dimensions: readonly { field: string }[], field: string): boolean =>
  !dimensions.some((dimension) => dimension.field === field);
