/** Returns the figures behind a widget as tables, with all measured points. */
import { useMemo, useState } from 'react';
import type { NeedSpec } from '../../core/scheduler/types.ts';
import { useT } from '../../kit/i18n/index.ts';
import figureTexts from '../../record/figures/texts.json';
import { useCardWords } from '../frame/useCardWords.ts';
import type { ShownWidget } from '../live/useBoardData.ts';
import { useWidget } from '../live/useWidget.ts';
import { compareNeeds } from '../options/compare.ts';
import type { OptionConfig } from '../options/index.ts';
import { useBoardSession } from '../session/boardSession.ts';
import type { DataTable } from './table.ts';
import { namesOfConfig, widgetTables } from './tables.ts';
import { measuredSpec, mergeMeasured, useMeasured } from './useMeasured.ts';

interface WidgetNeeds {
  own: NeedSpec[];
  earlier: NeedSpec[];
}

const NOTHING: WidgetNeeds = { own: [], earlier: [] };

/** Fixes the widget's requests at the moment when the user opened the table. */
function useFixedNeeds({ resolved }: ShownWidget, roundMoment: number | null): WidgetNeeds {
  const { moment } = useBoardSession();
  const [opened] = useState(() => roundMoment ?? Date.now());
  return useMemo(() => {
    if (resolved.state !== 'ready') return NOTHING;
    const context = { ...moment, now: opened, editing: false };
    const ownNeeds = resolved.module.needs(resolved.config, context);
    return {
      own: ownNeeds,
      earlier: compareNeeds(ownNeeds, (resolved.config as OptionConfig).compare, context),
    };
  }, [resolved, moment, opened]);
}

interface Tables {
  tables: DataTable[];
  isLoading: boolean;
  /** The time of the figures, as the widget describes it. */
  time: string | undefined;
}

/** Returns the figures behind a widget, at the moment when the user opened them. */
export function useTables(shown: ShownWidget, name: string): Tables {
  const t = useT();
  const tFigures = useT(figureTexts);
  const { scheduler, moment } = useBoardSession();
  const { state, results, compared } = useWidget(scheduler, shown, moment);
  const { resolved } = shown;
  const { own, earlier } = useFixedNeeds(shown, state.at);
  const { measured, isLoading } = useMeasured(moment.stationSn, [...own, ...earlier]);
  const tables = useMemo(() => {
    if (resolved.state !== 'ready') return [];
    const words = {
      time: t('look.column.time'),
      variable: t('look.column.variable'),
      name: t('look.column.name'),
      value: t('look.column.value'),
      unit: t('look.column.unit'),
      from: t('look.column.from'),
      to: t('look.column.to'),
      method: t('look.column.method'),
      methods: {
        AVG: t('look.method.AVG'),
        MAX: t('look.method.MAX'),
        MIN: t('look.method.MIN'),
        SUM: t('look.method.SUM'),
        DIFF: t('look.method.DIFF'),
      },
      field: t('look.column.field'),
      yes: t('look.yes'),
      no: t('look.no'),
      lang: moment.lang,
      zone: moment.zone,
      part: t('look.dataPart'),
      figures: { t: tFigures, lang: moment.lang },
    };
    const { config } = resolved;
    const names = namesOfConfig(config);
    const courses = own.filter((spec) => measuredSpec(spec)).length;
    const now = mergeMeasured(own, results, measured.slice(0, courses), config);
    const then = mergeMeasured(earlier, compared, measured.slice(courses), config);
    return [
      ...widgetTables(own, now, names, words, name),
      ...widgetTables(earlier, then, names, words, t('look.dataEarlier', { name })),
    ];
  }, [resolved, moment, own, earlier, results, compared, measured, name, t, tFigures]);
  const { time } = useCardWords(resolved, moment, results);
  return { tables, isLoading: isLoading || state.status === 'loading', time };
}
