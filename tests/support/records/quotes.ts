/** The worked example of a quote: five lines, their costs, and their sums. */

export const LINES = [
  {
    item: '储能柜',
    unit: '台',
    quantity: 3,
    price: '148672.57',
    discount: 3.5,
    taxRate: 13,
    unitCost: '118000.00',
  },
  { item: '控制器', unit: '台', quantity: 2, price: '26548.67', taxRate: 13, unitCost: '15300.00' },
  { item: '电缆', unit: 'm', quantity: 137.5, price: '42.35', taxRate: 13, unitCost: '28.10' },
  { item: '安装', unit: '项', quantity: 1, price: '38990.83', discount: 5, taxRate: 9, unitCost: '24000.00' },
  { item: '运维服务', unit: '月', quantity: 12, price: '1886.79', taxRate: 6, unitCost: '900.00' },
];
