/** An order of spare parts with its lines in one document, as the studio edits them. */
const text = (zh: string, en: string) => ({ zh, en });

const line = {
  name: 'sparePartOrderLine',
  title: text('备件明细', 'Spare parts'),
  label: 'part',
  schema: {
    type: 'object',
    properties: {
      orderId: { type: 'integer', title: text('订单', 'Order'), 'x-ref': 'sparePartOrder' },
      position: { type: 'integer', title: text('序号', 'No.'), 'x-control': 'hidden' },
      part: { type: 'string', title: text('备件', 'Part'), maxLength: 100, minLength: 1 },
      quantity: { type: 'number', title: text('数量', 'Quantity') },
      price: { type: 'string', format: 'money', title: text('单价', 'Price') },
      amount: {
        type: 'string',
        format: 'money',
        title: text('金额', 'Amount'),
        readOnly: true,
        'x-computed': 'quantity * price',
      },
    },
    required: ['orderId', 'part'],
  },
  list: { columns: ['part', 'quantity', 'amount'] },
  of: { field: 'orderId', as: 'lines', in: 'form', order: 'position', delete: 'with' },
  api: { base: '/manager/sparePartOrderLine', do: ['list', 'get'] },
  page: false,
};

export const orderWithLines = () => ({
  name: 'sparePartOrder',
  title: text('备件订单', 'Spare part order'),
  label: 'name',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: text('名称', 'Name'), maxLength: 100 },
      total: {
        type: 'string',
        format: 'money',
        title: text('合计', 'Total'),
        readOnly: true,
        'x-computed': 'sum(lines.amount)',
      },
    },
    required: ['name'],
  },
  list: { columns: ['name', 'total'] },
  api: { base: '/manager/sparePartOrder' },
  lines: [line],
});
