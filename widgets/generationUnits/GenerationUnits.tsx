import type { GenerationUnitsConfig } from '../../generated/types.ts';
import { refusalOf } from '../../runtime/board/energy/figures.ts';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { dictionaries } from '../../runtime/core/definitions/dictionaries.ts';
import { EMPTY_VALUE, formatMoment, formatMoney, formatNumber } from '../../runtime/core/numbers/format.ts';
import { StateTag } from '../../runtime/form/shown/StateTag.tsx';
import { fieldOptions, findOption } from '../../runtime/form/values/options.ts';
import { useLang, useT } from '../../runtime/kit/i18n/index.ts';
import type { Column } from '../../runtime/kit/table/column.ts';
import { RowsTable } from '../../runtime/kit/table/RowsTable.tsx';
import { DefectCell } from './DefectCell.tsx';
import texts from './texts.json';
import { completenessOf, listShownUnits, readUnits, type Unit, type Units } from './units.ts';
import { useUnitName } from './useUnitName.ts';
import './generationUnits.css';

const PERCENT = 100;
const ONE = { decimals: 1 };
const THREE = { decimals: 3 };

const percentOf = (share: number | null): string =>
  share === null ? EMPTY_VALUE : `${formatNumber(share * PERCENT, ONE)} %`;

function useColumns(units: Units, editing: boolean, refresh: () => void): Column<Unit>[] {
  const t = useT(texts);
  const lang = useLang();
  const nameOf = useUnitName();
  const options = fieldOptions({ 'x-dictionary': 'generationVerdict' }, dictionaries, lang) ?? [];
  const figure = (id: 'energy' | 'loss' | 'pr' | 'prCorrected', decimals: { decimals: number }) => ({
    ...{ id, title: t(`widget.generationUnits.${id}`), figures: true, width: 116 },
    value: (unit: Unit) => unit[id],
    cell: (unit: Unit) => formatNumber(unit[id], decimals),
  });
  const since = ({ suspectSince, isLonger }: Unit): string => {
    const time = formatMoment(suspectSince, 'minute', units.zone);
    return isLonger ? t('widget.generationUnits.sinceBefore', { time }) : time;
  };
  return [
    { id: 'unit', title: t('widget.generationUnits.unit'), width: 152, value: nameOf, cell: nameOf },
    {
      ...{ id: 'verdict', title: t('widget.generationUnits.verdict'), width: 112 },
      value: ({ verdict }) => verdict,
      cell: ({ verdict }) => <StateTag option={findOption(options, verdict)} />,
    },
    {
      ...{ id: 'ratio', title: t('widget.generationUnits.ratio'), figures: true },
      value: ({ ratio }) => ratio,
      cell: ({ ratio }) => percentOf(ratio),
    },
    figure('pr', THREE),
    figure('prCorrected', THREE),
    figure('energy', ONE),
    figure('loss', ONE),
    {
      ...{ id: 'lossMoney', title: t('widget.generationUnits.lossMoney'), figures: true, width: 144 },
      value: ({ lossMoney }) => (lossMoney === null ? null : Number(lossMoney)),
      cell: ({ lossMoney }) => formatMoney(lossMoney, units.currency ?? '').trim(),
    },
    {
      ...{ id: 'since', title: t('widget.generationUnits.since'), width: 152 },
      value: ({ suspectSince }) => suspectSince,
      cell: since,
    },
    {
      ...{ id: 'defect', title: t('widget.generationUnits.defect'), width: 136 },
      cell: (unit) => (
        <DefectCell unit={unit} units={units} since={since(unit)} editing={editing} onEntered={refresh} />
      ),
    },
  ];
}

function Table({ units, rows, label, editing, refresh }: TableProps) {
  const t = useT(texts);
  const columns = useColumns(units, editing, refresh);
  const shown = (at: string) => formatMoment(at, 'minute', units.zone);
  const complete = completenessOf(units.units);
  const isWithout = units.units.some(({ basis }) => basis === 'neighbours');
  return (
    <div className="wd-generation">
      <RowsTable<Unit>
        {...{ named: true, label, rows, columns }}
        rowKey={({ deviceSn, string }) => `${deviceSn} ${string ?? ''}`}
      />
      <p className="wd-generation-note">
        {t('widget.generationUnits.period', {
          ...{ from: shown(units.from), to: shown(units.to), zone: units.zone },
          complete: formatNumber(complete, ONE),
        })}
        {' · '}
        {isWithout && t('widget.generationUnits.byNeighbours')} {t('widget.generationUnits.method')}
      </p>
    </div>
  );
}

interface TableProps {
  units: Units;
  rows: readonly Unit[];
  label: string;
  editing: boolean;
  refresh(): void;
}

/** R050: compares inverters and strings with the output expected from irradiation and from neighbouring units. */
export function GenerationUnits({
  config,
  context,
  results,
  status,
  retry,
  refresh,
}: WidgetProps<GenerationUnitsConfig>) {
  const t = useT(texts);
  if (results.length === 0)
    return status === 'failed' ? (
      <WidgetFailed retry={retry} />
    ) : (
      <WidgetSkeleton rows={[100, 100, 100, 100]} />
    );
  const units = readUnits(results[0]);
  if (!units) return <WidgetFailed retry={retry} msg={refusalOf(results)} />;
  if (units.units.length === 0)
    return (
      <WidgetEmpty
        text={t('widget.generationUnits.none')}
        hint={t('widget.generationUnits.noneHint')}
        page="MeterInfo"
      />
    );
  const rows = listShownUnits(units.units, config.show);
  if (rows.length === 0) return <WidgetEmpty text={t('widget.generationUnits.noneSuspect')} />;
  const label = config.name || t('widget.generationUnits.unit');
  return <Table {...{ units, rows, label, refresh }} editing={context.editing} />;
}
