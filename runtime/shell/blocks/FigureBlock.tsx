import type { FigureBlock as Block } from '../../../generated/definition.ts';
import { ReportBlock } from '../../record/figures/report/ReportBlock.tsx';
import { entityOfBlock, type Narrowing, narrowWhere } from './narrow.ts';
import '../../record/figures/report.css';

interface Props {
  block: Block;
  narrowing: Narrowing;
}

/** Shows a statistic like a report, limited by the page's filters. */
export default function FigureBlock({ block, narrowing }: Props) {
  const { where, always, width: _, ...report } = block;
  const { chosen, period, stationSn } = narrowing;
  const entity = entityOfBlock(block);
  if (!entity) return null;
  const asked = {
    period: always ? null : period,
    compare: undefined,
    stationSn,
    where: narrowWhere(entity, where, chosen),
  };
  return <ReportBlock block={report} asked={asked} />;
}
