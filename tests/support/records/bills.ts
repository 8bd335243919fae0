/** Clients with bills, which a test applies: lines, papers, an approval, and transitions that change other records. */
import type { Client } from '../calls/client.ts';
import { define } from '../calls/definitions.ts';

const text = (zh: string, en: string) => ({ zh, en });
const options = (...values: string[]) => values.map((value) => ({ value, title: text(value, value) }));
const move = (name: string, from: string, to: string, more: object = {}) => ({
  name,
  title: text(name, name),
  from: [from],
  to,
  ...more,
});

export const CLIENT = {
  name: 'billClient',
  api: { base: '/manager/billClient' },
  title: text('客户', 'Client'),
  label: 'name',
  owner: 'sellerId',
  handover: true,
  share: true,
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', maxLength: 100, title: text('名称', 'Name') },
      number: {
        type: 'string',
        maxLength: 40,
        title: text('编号', 'Number'),
        'x-sequence': { pattern: 'C-{n:3}', given: true },
      },
      sellerId: { type: 'integer', 'x-ref': 'user', title: text('负责人', 'Seller') },
      lastBill: { type: 'string', maxLength: 40, title: text('最近账单', 'Last bill') },
      stage: {
        type: 'string',
        'x-options': options('open', 'deal', 'repeat'),
        title: text('阶段', 'Stage'),
      },
    },
  },
  unique: [['number']],
  states: {
    field: 'stage',
    initial: 'open',
    transitions: [move('close', 'open', 'deal'), move('again', 'deal', 'repeat')],
  },
  list: { columns: ['name', 'number', 'stage'], search: ['name'] },
};

const PAPERS = {
  type: 'array',
  title: text('发票', 'Papers'),
  minItems: 1,
  items: {
    type: 'object',
    required: ['number'],
    properties: { number: { type: 'string', maxLength: 40, title: text('号码', 'Number') } },
  },
};

export const BILL = {
  name: 'bill',
  api: { base: '/manager/bill' },
  title: text('账单', 'Bill'),
  label: 'subject',
  owner: 'keeperId',
  handover: true,
  schema: {
    type: 'object',
    required: ['subject'],
    properties: {
      subject: { type: 'string', maxLength: 100, title: text('主题', 'Subject') },
      clientId: { type: 'integer', 'x-ref': 'billClient', title: text('客户', 'Client') },
      keeperId: { type: 'integer', 'x-ref': 'user', title: text('经办人', 'Keeper') },
      stage: {
        type: 'string',
        'x-options': options('open', 'asked', 'issued'),
        title: text('阶段', 'Stage'),
      },
      approval: { type: 'string', 'x-dictionary': 'approvalState', title: text('审批', 'Approval') },
    },
  },
  states: {
    field: 'stage',
    initial: 'open',
    transitions: [
      move('apply', 'open', 'asked'),
      move('issue', 'asked', 'issued', {
        form: { type: 'object', required: ['papers'], properties: { papers: PAPERS } },
        effects: [
          {
            do: 'create',
            entity: 'billPaper',
            each: 'papers',
            values: { billId: 'id', number: 'each.number' },
          },
          { do: 'update', of: 'clientId', values: { lastBill: 'subject' } },
          { do: 'move', of: 'clientId', transitions: ['again', 'close'] },
        ],
      }),
    ],
  },
  list: { columns: ['subject', 'clientId', 'stage'], search: ['subject'] },
};

const LINE = {
  name: 'billLine',
  api: { base: '/manager/billLine' },
  title: text('明细', 'Line'),
  label: 'item',
  of: { field: 'billId', as: 'lines', in: 'form', order: 'place', delete: 'with' },
  schema: {
    type: 'object',
    required: ['billId', 'item'],
    properties: {
      billId: { type: 'integer', 'x-ref': 'bill', title: text('账单', 'Bill') },
      place: { type: 'integer', minimum: 1, title: text('序号', 'Place') },
      item: { type: 'string', maxLength: 100, title: text('名称', 'Item') },
    },
  },
  list: { columns: ['item', 'billId'] },
};

const PAPER = {
  name: 'billPaper',
  api: { base: '/manager/billPaper' },
  title: text('发票', 'Paper'),
  label: 'number',
  of: { field: 'billId', as: 'papers', in: 'page', delete: 'with' },
  schema: {
    type: 'object',
    required: ['billId', 'number'],
    properties: {
      billId: { type: 'integer', 'x-ref': 'bill', title: text('账单', 'Bill') },
      number: { type: 'string', maxLength: 40, title: text('号码', 'Number') },
    },
  },
  unique: [['number']],
  list: { columns: ['number', 'billId'] },
};

const APPROVAL = {
  field: 'approval',
  steps: [
    {
      do: 'approve',
      name: 'head',
      title: text('主管', 'Head'),
      by: { roles: ['administrator'] },
      mode: 'any',
    },
  ],
};

const OWNER = {
  name: 'billClientOwner',
  api: { base: '/manager/billClientOwner' },
  title: text('共同负责人', 'Co-owner'),
  label: 'id',
  of: { field: 'clientId', as: 'owners', in: 'page', delete: 'with' },
  schema: {
    type: 'object',
    required: ['clientId', 'userId'],
    properties: {
      clientId: { type: 'integer', 'x-ref': 'billClient', title: text('客户', 'Client') },
      userId: { type: 'integer', 'x-ref': 'user', title: text('人员', 'Person') },
    },
  },
  list: { columns: ['clientId', 'userId'] },
};

/** Applies the bill before its papers, and only then adds the transitions that create papers. */
export async function applyBills(admin: Client): Promise<void> {
  await define(admin, CLIENT);
  await define(admin, OWNER);
  await define(admin, { ...CLIENT, members: { of: 'billClientOwner', user: 'userId' } }, false);
  const { states: _, ...bare } = BILL;
  for (const document of [bare, LINE, PAPER]) await define(admin, document);
  await define(admin, { ...BILL, approval: APPROVAL }, false);
}
