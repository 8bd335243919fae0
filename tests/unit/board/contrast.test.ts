import { describe, expect, it } from 'vitest';
import { contrast, liftColor, shownColor, TEXT_CONTRAST } from '../../../runtime/kit/theme/contrast.ts';
import { tokens } from '../../../runtime/kit/theme/tokens.ts';

describe('colours of a configuration', () => {
  it('are shown as they were picked on the light theme', () => {
    expect(shownColor('#409EFF', tokens.default)).toBe('#409EFF');
  });

  it('can be read on the dark theme, whatever was picked', () => {
    for (const color of ['#000000', '#1B2026', '#2448B4', '#00594F', '#F5222D']) {
      const lifted = liftColor(color, tokens.dark.surface.card, TEXT_CONTRAST);
      expect(contrast(lifted, tokens.dark.surface.card)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
    }
  });

  it('stay what they are where they can be read already', () => {
    expect(shownColor('#F5C443', tokens.dark)).toBe('#f5c443');
  });
});
