import type { Text } from '../../../../generated/definition.ts';

export interface RoleSeed {
  key: string;
  title: Text;
  permissions: readonly string[];
}

const READ_SITES = [
  'station:list',
  'station:get',
  'stationCapacity:list',
  'stationChargeConfig:list',
  'energyType:list',
  'energyType:get',
  'energyLabel:list',
  'energyLabel:get',
  'device:list',
  'device:get',
  'deviceVariable:list',
  'deviceVariable:get',
  'kanban:get',
  'alarm:list',
  'alarmTask:list',
  'alarmTask:get',
  'siteWorksheet:list',
  'siteWorksheet:get',
  'ipc:list',
  'ipc:get',
];

/** Inspections with their results, and what they are made of. */
const INSPECTIONS = [
  'inspection',
  'inspectionItem',
  'inspectionRound',
  'inspectionPlan',
  'inspectionTemplate',
  'inspectionTemplateItem',
];

/** All users apply for their own leave, see their balance and who is away, and restore what they deleted. */
const OFFICE = [
  'leave:*@own',
  'leaveDay:list@department',
  'leaveDay:get@department',
  ...['userVacation', 'userVacationDetail'].flatMap((name) => [`${name}:list@own`, `${name}:get@own`]),
  'vacation:list',
  'vacation:get',
  'substitute:*@own',
  'recycleBin:list',
];

const readOf = (names: readonly string[]) => names.flatMap((name) => [`${name}:list`, `${name}:get`]);

/** Boards of one's own, beside those that others show. */
const OWN_BOARDS = ['board:list', 'board:get', 'board:create', 'board:update', 'board:delete'];

/** These belong to a customer. */
const CUSTOMER_PARTS = ['customerContact', 'customerVisit', 'customerPlan', 'customerOwner'];
const QUOTES = ['quote', 'quoteLine', 'quoteBudgetLine'];
const READ_CUSTOMERS = readOf(['customer', ...CUSTOMER_PARTS]);
const RATES = readOf(['taxRate', 'exchangeRate']);

/** Sales read all customers and quotes, and write their own quotes; what things cost is not theirs to see. */
const SELL = [
  'customer:*',
  ...CUSTOMER_PARTS.map((name) => `${name}:*`),
  ...readOf(QUOTES),
  'quote:export',
  ...QUOTES.flatMap((name) => [`${name}:create`, `${name}:update@own`, `${name}:delete@own`]),
  ...['accept', 'decline', 'revise', 'cancel', 'publish', 'handover', 'share'].map(
    (move) => `quote:${move}@own`,
  ),
  ...RATES,
];

/** These belong to an order. */
const ORDERS = [
  'salesOrder',
  'orderLine',
  'orderPay',
  'orderFile',
  'orderWeeklyReport',
  'orderRelation',
  'contractFile',
];
const RECEIPTS = ['orderReceipt', 'orderReceiptMatch'];
const INVOICES = ['orderInvoice', 'orderInvoiceLine'];

/** Sales read all orders and what was received and invoiced, and write their own. */
const SELL_ORDERS = [
  ...readOf([...ORDERS, ...RECEIPTS, ...INVOICES, 'orderInvoiceRecord']),
  'salesOrder:export',
  ...[...ORDERS, ...INVOICES].flatMap((name) => [`${name}:create`, `${name}:update@own`]),
  ...[
    'salesOrder',
    'orderLine',
    'orderPay',
    'orderFile',
    'orderWeeklyReport',
    'orderRelation',
    ...INVOICES,
  ].map((name) => `${name}:delete@own`),
  ...['confirm', 'propose', 'withdraw', 'complete', 'cancel', 'handover', 'share'].map(
    (move) => `salesOrder:${move}@own`,
  ),
  ...['apply', 'cancel', 'handover'].map((move) => `orderInvoice:${move}@own`),
  'contractFile:sign@own',
];

/** Finance keep receipts and invoices, and the instalments of signed orders. */
const KEEP_MONEY = [
  ...readOf(ORDERS),
  'salesOrder:export',
  'salesOrder:cost',
  'orderPay:*',
  ...[...RECEIPTS, ...INVOICES, 'orderInvoiceRecord'].map((name) => `${name}:*`),
];

/** The inventory of a station, with its papers and what happened to it. */
const ASSETS = [
  'asset',
  'assetDocument',
  'defectRecord',
  'operationRecord',
  'staticDevice',
  'electronicFile',
  'electronicFileGroup',
];
/** Strategies steer the storage of a station. */
const STRATEGIES = ['strategyTemplate', 'strategyConfig', 'strategyHistory'];
/** Mobile storage units, their renters, and their use; the energy of chargers. */
const MOBILE = ['mobileUnit', 'mobileRental', 'mobileSession', 'mobileSessionLine', 'chargeDeal'];
/** Operators of a site note what they find and do. */
const NOTED = ['defectRecord', 'operationRecord'];

/** The six user kinds (V101); a new tenant starts with them. */
export const ROLES: readonly RoleSeed[] = [
  { key: 'administrator', title: { zh: '管理员', en: 'Administrator' }, permissions: ['*'] },
  {
    key: 'sales',
    title: { zh: '销售', en: 'Sales' },
    permissions: [
      ...SELL,
      ...SELL_ORDERS,
      ...READ_SITES,
      ...readOf(MOBILE),
      ...['create', 'update', 'cancel'].map((move) => `mobileRental:${move}`),
      ...OFFICE,
    ],
  },
  {
    key: 'procurement',
    title: { zh: '采购', en: 'Procurement' },
    permissions: [...READ_CUSTOMERS, ...OFFICE],
  },
  {
    key: 'finance',
    title: { zh: '财务', en: 'Finance' },
    permissions: [
      ...READ_CUSTOMERS,
      ...readOf(QUOTES),
      'quote:cost',
      'quote:export',
      ...KEEP_MONEY,
      ...readOf(MOBILE),
      ...['mobileRental', 'mobileSession', 'chargeDeal'].map((name) => `${name}:export`),
      ...['update', 'settle'].map((move) => `mobileRental:${move}`),
      'mobileSession:recount',
      'stationChargeConfig:*',
      'settlePrice:*',
      'taxRate:*',
      'exchangeRate:*',
      ...READ_SITES,
      ...OFFICE,
    ],
  },
  {
    key: 'engineering',
    title: { zh: '工程', en: 'Engineering' },
    permissions: [
      ...READ_CUSTOMERS,
      'station:*',
      'stationCapacity:*',
      'stationChargeConfig:*',
      'settlePrice:*',
      'energyType:*',
      'energyLabel:*',
      'contributionFactor:*',
      'device:*',
      'deviceVariable:*',
      'counterFall:*',
      'kanban:*',
      'board:*',
      'alarm:*',
      'alarmTask:*',
      'siteWorksheet:*',
      ...INSPECTIONS.map((name) => `${name}:*`),
      'alarmType:*',
      'alarmGenerater:*',
      'alarmSuppression:*',
      'alarmEscalation:*',
      'notificationChannel:*',
      'notificationTemplate:*',
      'notificationLog:list',
      'notificationLog:get',
      'ipc:*',
      'ipcGroup:*',
      'ipcEvent:*',
      'ipcCapture:*',
      ...ASSETS.map((name) => `${name}:*`),
      ...STRATEGIES.map((name) => `${name}:*`),
      ...MOBILE.map((name) => `${name}:*`),
      'telemetry:*',
      ...OFFICE,
    ],
  },
  {
    key: 'operator',
    title: { zh: '站点运维', en: 'Site operator' },
    permissions: [
      ...READ_SITES,
      'alarm:confirm',
      'alarm:export',
      ...readOf(['counterFall']),
      'ipc:control',
      ...readOf(['ipcEvent', 'ipcCapture']),
      'ipcEvent:create',
      'ipcEvent:confirm',
      'ipcCapture:create',
      'alarmTask:*',
      'siteWorksheet:*',
      ...readOf(INSPECTIONS),
      ...['inspection', 'inspectionItem'].flatMap((name) => [`${name}:create`, `${name}:update`]),
      'inspection:start',
      'inspection:finish',
      'inspection:export',
      'alarmType:list',
      'alarmType:get',
      'alarmGenerater:list',
      'alarmGenerater:get',
      'alarmSuppression:list',
      'alarmSuppression:get',
      'alarmSuppression:create',
      'notificationLog:list',
      'notificationLog:get',
      ...readOf(ASSETS),
      ...readOf([...STRATEGIES, ...MOBILE]),
      ...['create', 'update', 'arrive', 'leave'].map((move) => `mobileRental:${move}`),
      ...['create', 'update', 'finish'].map((move) => `mobileSession:${move}`),
      ...['suspend', 'resume', 'stop'].map((move) => `strategyConfig:${move}`),
      ...NOTED.map((name) => `${name}:create`),
      ...['update', 'take', 'close'].map((move) => `defectRecord:${move}`),
      'kanban:update',
      ...OWN_BOARDS,
      ...OFFICE,
    ],
  },
];
