/** The records that both sides list, create and change. */
import { ROWS } from './rows.ts';

export interface Subject {
  /** Our table, and the collection of Directus. */
  table: string;
  /** Fields by which lists are filtered. Their values have different periods, so that all combinations appear. */
  values: Readonly<Record<string, readonly string[]>>;
  /** The two fields of the repeated queries. */
  known: readonly [string, string];
  /** Further columns with their SQL for row `i`. */
  columns(owners: readonly number[]): Readonly<Record<string, string>>;
  /** SQL that prepares our side for the rows of a tenant. */
  ground?(tenantId: number): string;
  paths: Readonly<Record<'list' | 'create' | 'update', string>>;
  /** Returns the fields of a new record. */
  record(number: number, owners: readonly number[]): Readonly<Record<string, unknown>>;
  /** The text field that updates change. */
  changed: string;
}

const TIMES = {
  created_at: 'now() - make_interval(secs => i)',
  updated_at: `now() - make_interval(secs => (i * 7919::bigint) % ${ROWS})`,
};
const ownerOf = (owners: readonly number[]): string => `(array[${owners.join()}])[1 + i % ${owners.length}]`;

export const customers: Subject = {
  table: 'customer',
  values: {
    state: ['developing', 'deal', 'repeatDeal', 'lost'],
    level: ['NP', 'PP', 'VIP', 'SVIP'],
    creditRating: ['normal', 'whitelist', 'blacklist'],
    industry: [
      ...['manufacturing', 'utilities', 'commercialBuildings', 'cultureEducationHealth'],
      ...['energy', 'channel', 'other'],
    ],
    nature: ['stateOwned', 'privateListed', 'privateOrdinary', 'government', 'hmtOther'],
    source: ['companyResource', 'tenderPlatform', 'onlineHotline', 'offlineReferral'],
  },
  known: ['state', 'level'],
  columns: (owners) => ({
    name: `'Customer ' || i`,
    city: `'City ' || i % 500`,
    address: `'Street ' || i`,
    owner_id: ownerOf(owners),
    remark: `'remark ' || i % 1000`,
    ...TIMES,
  }),
  paths: {
    list: '/manager/customer/getCustomerList',
    create: '/manager/customer',
    update: '/manager/customer',
  },
  record: (number) => ({ state: 'developing', level: 'PP', city: 'Suzhou', remark: `number ${number}` }),
  changed: 'city',
};

const STATIONS = 100;

export const workOrders: Subject = {
  table: 'site_worksheet',
  values: {
    status: ['pending', 'processing', 'waiting', 'checking', 'completed', 'revoked'],
    priority: ['low', 'normal', 'high', 'urgent'],
    type: ['inspection', 'repair', 'maintenance'],
    waitReason: ['part', 'permit', 'weather'],
    stationSn: Array.from({ length: STATIONS }, (_, at) => `TASKS${at}`),
  },
  known: ['type', 'priority'],
  ground: (tenantId) =>
    `insert into station (tenant_id, sn, name, time_zone)
     select ${tenantId}, 'TASKS' || n, 'Station ' || n, 'Asia/Shanghai' from generate_series(0, ${STATIONS - 1}) n`,
  columns: (owners) => ({
    name: `'Work ' || i`,
    number: `'N' || i`,
    content: `'what is to be done ' || i % 1000`,
    handler_id: ownerOf(owners),
    due_time: `now() + make_interval(secs => (i * 104729::bigint) % 31536000)`,
    ...TIMES,
  }),
  paths: {
    list: '/manager/executesiteworksheet/getSiteTaskList',
    create: '/manager/executesiteworksheet/saveTask',
    update: '/manager/executesiteworksheet/updateTask',
  },
  record: (number, owners) => ({
    ...{ stationSn: `TASKS${number % STATIONS}`, type: 'repair', priority: 'normal' },
    ...{ content: `number ${number}`, handlerId: owners[number % owners.length] },
  }),
  changed: 'content',
};

export const columnOf = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
