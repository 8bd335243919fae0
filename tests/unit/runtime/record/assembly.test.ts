/** The words of an assembly depend on what the user sees. Quantities are multiplied as exact decimals. */
import { describe, expect, it } from 'vitest';
import { entities } from '../../../../generated/entities.ts';
import { assemblyWords, multiplyQuantity } from '../../../../runtime/record/assembly/assembly.ts';

describe('an assembly', () => {
  const { product } = entities;
  const without = (name: string) => {
    const { [name]: _, ...properties } = product.schema.properties ?? {};
    return assemblyWords({ ...product, schema: { ...product.schema, properties } });
  };

  it('is offered if the user may see the quantity and the compared fields', () => {
    expect(assemblyWords(product)?.alike.map(([name]) => name)).toEqual(['kind', 'model']);
    expect(without('quantity')).toBeNull();
    expect(without('model')).toBeNull();
    expect(without('batchId')?.used.map(([name]) => name)).toEqual(['model']);
    expect(assemblyWords(entities.dept)).toBeNull();
  });

  it('multiplies quantities without binary fractions, and counts an empty one as one', () => {
    expect(multiplyQuantity(3, 0.1)).toBe(0.3);
    expect(multiplyQuantity(14.35, 1.03)).toBe(14.7805);
    expect(multiplyQuantity(4, null)).toBe(4);
  });
});
