import type { ReportBlock } from '../../../../generated/definition.ts';
import { statisticRegistry } from '../../../core/definitions/statistics.ts';
import { pickText } from '../../../core/text/pickText.ts';
import { call } from '../../../kit/api/client.ts';
import { FileButtons } from '../../../kit/files/FileButtons.tsx';
import { useLang, useT } from '../../../kit/i18n/index.ts';
import { queryClient } from '../../../kit/session/queryClient.ts';
import { useSiteStore } from '../../../kit/session/site.ts';
import { askedTable, type FigureFile, figureTable, type TextWords } from '../draw/figureTable.ts';
import texts from '../texts.json';
import { blockFigures, blockQuery, type ReportSettings } from './blockQuery.ts';

const FRESH_MS = 60_000;

interface Props {
  title: string;
  blocks: readonly ReportBlock[];
  asked: ReportSettings;
}

async function tablesOf(
  { title, blocks, asked: about, station }: Props & { station: string | undefined },
  zone: string,
  words: TextWords,
): Promise<FigureFile[]> {
  const tables = await Promise.all(
    blocks.map(async (block): Promise<FigureFile[]> => {
      const statistic = statisticRegistry.get(block.statistic);
      if (!statistic) return [];
      const answer = await queryClient.fetchQuery({
        ...blockQuery(block, about),
        staleTime: FRESH_MS,
      });
      const names = blockFigures(block, statistic);
      const heading = pickText(block.title ?? statistic.title, words.lang);
      return [figureTable(statistic, answer, names, about.compare, heading, words)];
    }),
  );
  const first = statisticRegistry.get(blocks[0]?.statistic ?? '');
  const aboutTables = first
    ? [
        askedTable(
          first,
          { from: null, to: null, ...about.period, compare: about.compare, group: null, station, zone },
          words.t('figures.asked'),
          words,
        ),
      ]
    : [];
  // The title is that of the report, not that of a statistic.
  for (const { rows } of aboutTables) rows[0] = [words.t('figures.report'), title];
  return [...tables.flat(), ...aboutTables];
}

/** Exports a report as a workbook, with a sheet for each block and one that describes the request. */
export function ReportFile(props: Props) {
  const t = useT(texts);
  const lang = useLang();
  const { stations } = useSiteStore();
  const load = async () => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const station = stations.find(({ sn }) => sn === props.asked.stationSn)?.name;
    const tables = await tablesOf({ ...props, station }, zone, { t, lang });
    return call('boardTable', { body: { format: 'xlsx', zone, tables } });
  };
  return (
    <FileButtons name={props.title} formats={['xlsx']} disabled={props.blocks.length === 0} load={load} />
  );
}
