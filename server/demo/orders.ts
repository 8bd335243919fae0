/** Work orders of a demo site: some done, some in work, one that should have been finished yesterday. */
interface OrderSeed {
  name: string;
  type: string;
  priority: string;
  status: string;
  content: string;
  result?: string;
  /** Days from now: when it was made, when it is due, when it was finished. */
  made: number;
  due: number;
  finished?: number;
}

const DAY_MS = 86_400_000;

const SEEDS: readonly OrderSeed[] = [
  {
    name: '储能舱月度巡检',
    type: 'inspection',
    priority: 'normal',
    status: 'completed',
    content: '检查电池簇外观、消防压力与空调滤网。',
    result: '无异常，已更换 1 号舱滤网。',
    made: -26,
    due: -22,
    finished: -23,
  },
  {
    name: '逆变器散热风机异响',
    type: 'repair',
    priority: 'urgent',
    status: 'completed',
    content: '值班发现 1 号逆变器风机异响。',
    result: '更换风机 2 台，满发运行 30 分钟正常。',
    made: -12,
    due: -11,
    finished: -11,
  },
  {
    name: '光伏组件清洗',
    type: 'cleaning',
    priority: 'normal',
    status: 'processing',
    content: '积灰损失约 4%，分两日清洗。',
    made: -5,
    due: 2,
  },
  {
    name: '3 号簇电芯压差复测',
    type: 'repair',
    priority: 'high',
    status: 'pending',
    content: '凌晨充电末期压差多次超限，均衡后复测。',
    made: -3,
    due: -1,
  },
  {
    name: '关口电表年度校验',
    type: 'test',
    priority: 'normal',
    status: 'pending',
    content: '联系供电所现场校验并留存报告。',
    made: -2,
    due: 9,
  },
  {
    name: '并网柜紧固件力矩检查',
    type: 'maintenance',
    priority: 'low',
    status: 'pending',
    content: '按保养表逐项复紧并拍照。',
    made: -1,
    due: 14,
  },
  {
    name: '消防探头更换（重复派单）',
    type: 'maintenance',
    priority: 'normal',
    status: 'revoked',
    content: '与上周工单重复。',
    result: '重复，撤销。',
    made: -8,
    due: -4,
  },
];

/** As rows of their table; `handlers` take turns. */
export function demoOrders(
  stationSn: string,
  handlers: readonly number[],
  now: number,
): Record<string, unknown>[] {
  const at = (days: number) => new Date(now + days * DAY_MS).toISOString();
  return SEEDS.map(({ made, due, finished, ...order }, index) => ({
    ...order,
    stationSn,
    handlerId: handlers[index % Math.max(1, handlers.length)] ?? null,
    dueTime: at(due),
    finishedAt: finished === undefined ? null : at(finished),
    createdAt: at(made),
    updatedAt: at(finished ?? made),
  }));
}
