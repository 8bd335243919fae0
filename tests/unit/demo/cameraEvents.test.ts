import { expect, it } from 'vitest';
import { happenings, SPAN_MS } from '../../../demo/sites/cameraEvents.ts';

const FROM = Date.UTC(2026, 9, 1);
const SPANS = 50;

it('has one event in each span, however the time is divided', () => {
  const whole = happenings(7, FROM, FROM + SPANS * SPAN_MS);
  expect(whole.map(({ at }) => Math.floor((at - FROM) / SPAN_MS))).toEqual(
    Array.from({ length: SPANS }, (_, span) => span),
  );
  const minute = 60_000;
  const cut = Array.from({ length: (SPANS * SPAN_MS) / minute }, (_, at) =>
    happenings(7, FROM + at * minute, FROM + (at + 1) * minute),
  ).flat();
  expect(cut).toEqual(whole);
  expect(new Set(whole.map(({ event }) => event)).size).toBeGreaterThan(2);
});
