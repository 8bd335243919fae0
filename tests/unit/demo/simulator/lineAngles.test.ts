import { expect, it } from 'vitest';
import { lineAngles } from '../../../../demo/simulator/quality.ts';

it('three line voltages form a triangle', () => {
  const sides: [number, number, number] = [410, 400, 390];
  const angles = lineAngles(sides);
  const sum = (part: (turn: number) => number) =>
    angles.reduce((all, angle, at) => all + sides[at]! * part((angle * Math.PI) / 180), 0);
  expect(sum(Math.cos)).toBeCloseTo(0, 9);
  expect(sum(Math.sin)).toBeCloseTo(0, 9);
  expect(lineAngles([400, 400, 400])[1]).toBeCloseTo(-120, 9);
});
