import { describe, expect, it } from 'vitest';
import { numberedTitle, renameJson, renameProgram } from '../../copies/renaming.ts';

const NAMES = {
  words: ['leave', 'salesOrder', 'orderLine', 'order_line', 'saveOrder', 'orderinfo'],
  pages: ['Sales', 'SalesOrders'],
  routes: ['/main/sales', '/main/sales/orders', '/main/apply/leave'],
  titles: ['Leave application', 'Orders', '销售订单', '收款'],
  files: ['leave', 'orderToCash'],
};

const program = (text: string) => renameProgram(text, NAMES, 2);

it('puts the number inside a title', () => {
  expect(numberedTitle('Leave application', 3)).toBe('Leave ap3plication');
  expect(numberedTitle('销售订单', 3)).toBe('销售3订单');
});

describe('a definition', () => {
  it('has the names of the copy in its values, and unchanged texts', () => {
    const text = { zh: '请假', en: 'leave' };
    const definition = { name: 'leave', title: text, default: 'leave', tabs: ['SalesOrders', 'Quotes'] };
    expect(renameJson(definition, NAMES, 2)).toEqual({
      ...{ name: 'leave2', title: text, default: 'leave', tabs: ['SalesOrders2', 'Quotes'] },
    });
  });

  it('refers only to other definitions of the copy', () => {
    const references = ['orderLine.orderId', 'salesOrder:cost', 'quote', '/manager/orderinfo', 'orderLines'];
    expect(renameJson(references, NAMES, 2)).toEqual([
      ...['orderLine2.orderId', 'salesOrder2:cost', 'quote', '/manager/orderinfo2', 'orderLines'],
    ]);
  });

  it('remains below the page that is copied with it', () => {
    expect(renameJson(['/main/sales', '/main/sales/orders', '/main/sales/quotes'], NAMES, 2)).toEqual([
      ...['/main/sales2', '/main/sales2/orders', '/main/sales/quotes'],
    ]);
  });
});

describe('a program', () => {
  it.each([
    ["call('leaveCreate')", "call('leave2Create')"],
    ["call('leavePreview')", "call('leavePreview')"],
    ["const leave = entityOf('leave')", "const leave2 = entityOf('leave2')"],
    ["'leave:*@own'", "'leave2:*@own'"],
    ['select id from order_line', 'select id from order_line2'],
    ['`/manager/record/salesOrder/7`', '`/manager/record/salesOrder2/7`'],
  ])('names the records of the copy: %s', (text, renamed) => {
    expect(program(text)).toBe(renamed);
  });

  it.each([
    ["'Sick leave'", "'Sick leave'"],
    ['/leave application/i', '/leave ap2plication/i'],
    ["'Orders'", "'Ord2ers'"],
    ["'All Orders'", "'All Orders'"],
    ["'收款'", "'收2款'"],
    ["'未收款'", "'未收款'"],
  ])('looks for titles, and leaves other texts: %s', (text, renamed) => {
    expect(program(text)).toBe(renamed);
  });

  it.each([
    ["goto('/main/sales')", "goto('/main/sales2')"],
    ['goto(`/main/sales/orders/7`)', 'goto(`/main/sales2/orders/7`)'],
    ['goto(`/main/sales/quotes/7`)', 'goto(`/main/sales/quotes/7`)'],
    ["goto('/main/apply/leave?f.type=sick')", "goto('/main/apply/leave2?f.type=sick')"],
  ])('opens pages of the copy: %s', (text, renamed) => {
    expect(program(text)).toBe(renamed);
  });

  it('imports the programs that are copied with it', () => {
    const imports = "from '../people/leave.ts'; from './orderLines.ts'; from './orderLine.ts'";
    expect(program(imports)).toBe(
      "from '../people/leave2.ts'; from './orderLines.ts'; from './orderLine.ts'",
    );
  });
});
