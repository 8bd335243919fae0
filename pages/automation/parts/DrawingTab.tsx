import '../../../runtime/core/definitions/allEntities.ts';
import { Skeleton } from 'antd';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { ListFailed } from '../../../runtime/kit/states/ListStates.tsx';
import '../../../runtime/list/screen/list.css';
import '../../flow/flow.css';
import texts from '../texts.json';
import { Designer } from './Designer.tsx';
import { useDesign } from './useDesign.ts';

/** Shows the drawing of an automation on its page. */
export default function DrawingTab({ values }: { values: Values }) {
  const t = useT(texts);
  const { data, isPending, isError, refetch } = useDesign(Number(values.id), Number(values.version));
  if (isPending) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (isError || !data) return <ListFailed title={t('automation.drawing')} onRetry={() => void refetch()} />;
  return <Designer key={`${data.id} ${data.version}`} design={data} values={values} />;
}
