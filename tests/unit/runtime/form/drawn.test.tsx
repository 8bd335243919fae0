import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { useDrawn, WholeContext } from '../../../../runtime/form/skin/useDrawn.ts';

const Count = ({ total }: { total: number }) => useDrawn(total, { desk: 12, phone: 6 });
const drawn = (total: number, whole = false) =>
  renderToString(
    <WholeContext value={whole}>
      <Count total={total} />
    </WholeContext>,
  );

describe('a form of many parts', () => {
  it('begins with the parts that fit on a screen', () => {
    expect(drawn(120)).toBe('12');
    expect(drawn(12)).toBe('12');
    expect(drawn(3)).toBe('3');
  });

  it('is shown completely if it contains an error', () => {
    expect(drawn(120, true)).toBe('120');
  });
});
