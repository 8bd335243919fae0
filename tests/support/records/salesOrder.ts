/** An order with lines and amounts, as an author defines it in the studio. */
const text = (zh: string, en: string) => ({ zh, en });
const money = (zh: string, en: string, more: object = {}) => ({
  type: 'string',
  format: 'money',
  title: text(zh, en),
  ...more,
});
const LINE_AMOUNT = 'price * count * (1 - default(discount, 0))';

export function salesOrder(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: 'tradeDeal',
    title: text('销售订单', 'Sales order'),
    label: 'name',
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string', title: text('名称', 'Name'), maxLength: 100 },
        state: {
          type: 'string',
          title: text('状态', 'State'),
          'x-options': [
            { value: 'draft', title: text('草稿', 'Draft') },
            { value: 'signed', title: text('已签', 'Signed') },
          ],
        },
        currency: {
          type: 'string',
          title: text('币种', 'Currency'),
          'x-options': [
            { value: 'CNY', title: text('人民币', 'Renminbi') },
            { value: 'EUR', title: text('欧元', 'Euro') },
          ],
        },
        stationSn: { type: 'string', title: text('站点', 'Station'), 'x-ref': 'station', 'x-refKey': 'sn' },
        lines: {
          type: 'array',
          title: text('明细', 'Lines'),
          'x-control': 'table',
          items: {
            type: 'object',
            properties: {
              item: { type: 'string', title: text('项目', 'Item'), maxLength: 100 },
              price: money('单价', 'Price', { 'x-currency': 'currency' }),
              count: { type: 'integer', title: text('数量', 'Count'), default: 1 },
              discount: { type: 'number', title: text('折扣', 'Discount') },
              taxed: { type: 'boolean', title: text('含税', 'Taxed'), default: true },
              amount: money('金额', 'Amount', { 'x-computed': LINE_AMOUNT, 'x-currency': 'currency' }),
            },
          },
        },
        net: money('合计', 'Net', {
          'x-currency': 'currency',
          'x-computed': 'reduce(lines, accumulator + current.amount, 0)',
        }),
        people: { type: 'integer', title: text('人数', 'People') },
        share: money('人均', 'Per person', {
          'x-currency': 'currency',
          'x-computed': 'round(net / people, 2)',
        }),
        note: { type: 'string', title: text('备注', 'Note'), maxLength: 5 },
      },
      required: ['name'],
    },
    list: { columns: ['name', 'currency', 'net'], totals: ['net'], filters: ['currency'] },
    api: { base: '/manager/tradeDeal' },
    ...overrides,
  };
}
