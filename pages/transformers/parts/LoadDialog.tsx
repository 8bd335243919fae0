import { useQuery } from '@tanstack/react-query';
import { Modal, Tag } from 'antd';
import type { Text } from '../../../generated/definition.ts';
import { REFRESH_MS } from '../../../runtime/core/scheduler/refreshInterval.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { useLang, useText } from '../../../runtime/kit/i18n/index.ts';
import { Panel } from '../../../runtime/kit/parts/Panel.tsx';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import type { ToolDialogProps } from '../../../runtime/record/dialog/entityExtras.ts';
import '../transformers.css';

const TEXTS = {
  title: { zh: '实时负载', en: 'Live load' },
  empty: { zh: '该变压器还没有关联电表', en: 'No meter is linked to this transformer yet' },
  load: { zh: '负载率', en: 'Load' },
  power: { zh: '有功功率', en: 'Active power' },
  temperature: { zh: '最高温度', en: 'Highest temperature' },
  factor: { zh: '功率因数', en: 'Power factor' },
  today: { zh: '今日电量', en: 'Energy today' },
  over: { zh: '超过上限', en: 'Above the limit' },
  online: { zh: '在线', en: 'Online' },
  offline: { zh: '离线', en: 'Offline' },
} satisfies Record<string, Text>;

const ONLINE = 1;
const NOTHING = '--';

function useFigure() {
  const lang = useLang();
  return (value: number | null, unit: string, decimals = 1): string => {
    if (value === null) return NOTHING;
    const figure = value.toLocaleString(lang, { maximumFractionDigits: decimals });
    return unit ? `${figure} ${unit}` : figure;
  };
}

function Figures({ items }: { items: readonly { label: Text; value: string }[] }) {
  const text = useText();
  return (
    <dl className="wd-transformer-figures">
      {items.map(({ label, value }) => (
        <div key={label.en}>
          <dt>{text(label)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows load and temperature of a transformer, and the values of its meters. Refreshes while open. */
export default function LoadDialog({ values, onClose }: ToolDialogProps) {
  const text = useText();
  const figure = useFigure();
  const transformerId = Number(values.id);
  const { data, isPending, isError, refetch } = useQuery(
    {
      queryKey: ['transformerMonitoring', transformerId],
      queryFn: () => call('transformerMonitoring', { query: { transformerId } }),
      refetchInterval: REFRESH_MS,
    },
    queryClient,
  );
  return (
    <Modal
      open
      title={`${text(TEXTS.title)} · ${String(values.name ?? '')}`}
      onCancel={onClose}
      footer={null}
    >
      <Panel
        icon="meter"
        pending={isPending}
        failed={isError}
        onRetry={() => void refetch()}
        empty={data?.meters.length === 0 ? text(TEXTS.empty) : undefined}
      >
        {data?.overloaded && <Tag color="error">{text(TEXTS.over)}</Tag>}
        <Figures
          items={[
            { label: TEXTS.load, value: figure(data?.loadRate ?? null, '%') },
            { label: TEXTS.power, value: figure(data?.power ?? null, 'kW') },
            { label: TEXTS.temperature, value: figure(data?.temperature ?? null, '°C') },
          ]}
        />
        {data?.meters.map((meter) => (
          <section key={meter.sn} className="wd-transformer-meter" aria-label={meter.name}>
            <h3>
              {meter.name}{' '}
              <Tag color={meter.status === ONLINE ? 'success' : 'error'}>
                {text(meter.status === ONLINE ? TEXTS.online : TEXTS.offline)}
              </Tag>
            </h3>
            <Figures
              items={[
                { label: TEXTS.power, value: figure(meter.power, 'kW') },
                { label: TEXTS.load, value: figure(meter.loadRate, '%') },
                { label: TEXTS.factor, value: figure(meter.powerFactor, '', 3) },
                { label: TEXTS.today, value: figure(meter.todayEnergy, 'kWh') },
              ]}
            />
          </section>
        ))}
      </Panel>
    </Modal>
  );
}
