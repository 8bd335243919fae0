/** A quote whose amounts follow from its lines. The definition contains all computations. */
import type { Field } from '../../../generated/definition.ts';

const title = { zh: '文', en: 'Text' };
const fieldOf = (name: string) => ({ var: name });
const money = (computed?: object): Field =>
  ({
    type: 'string',
    format: 'money',
    title,
    minimum: -1,
    ...(computed ? { 'x-computed': computed } : {}),
  }) as Field;
const percent = (name: string) => ({ '/': [{ var: [name, 0] }, 100] });
const rounded = (value: object) => ({ round: [value, 2] });
const sumOf = (name: string) => money({ sum: [fieldOf('lines'), name] });

export const quote = {
  type: 'object',
  properties: {
    discount: { ...money(), default: '0.00' },
    lines: {
      type: 'array',
      title,
      items: {
        type: 'object',
        properties: {
          quantity: { type: 'number', title },
          price: money(),
          discount: { type: 'number', title },
          taxRate: { type: 'number', title },
          net: money(
            rounded({ '*': [fieldOf('quantity'), fieldOf('price'), { '-': [1, percent('discount')] }] }),
          ),
          share: money({
            allocate: [fieldOf('../../discount'), fieldOf('../../lines'), 'net', fieldOf('../index')],
          }),
          netAfter: money({ '-': [fieldOf('net'), fieldOf('share')] }),
          tax: money(rounded({ '*': [fieldOf('netAfter'), percent('taxRate')] })),
          gross: money({ '+': [fieldOf('netAfter'), fieldOf('tax')] }),
        },
      },
    },
    net: sumOf('net'),
    netAfter: sumOf('netAfter'),
    tax: sumOf('tax'),
    gross: sumOf('gross'),
  },
} as unknown as Field;
