import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import type { EntityDefinition, Field } from '../../../generated/definition.ts';
import { fieldTypeOf } from '../../fieldTypes/index.ts';
import { isNumeric } from '../../fieldTypes/valueText.ts';
import { listField } from '../../record/query/fields.ts';
import type { layoutParts } from './columnLayout.ts';
import { columnClass } from './plan.ts';

type Parts = ReturnType<typeof layoutParts>;
type Sizes = Readonly<Record<string, number>>;

/** A column of figures between the pinned ones, in pixels from the first of these. */
export interface FigurePlace {
  index: number;
  from: number;
  to: number;
}

/** A part of an amount reads as another amount, and a part of a day as another day. */
const isFigure = (field: Field): boolean => isNumeric(field) || fieldTypeOf(field).filter === 'date';

export function placeFigures(
  entity: EntityDefinition,
  { start, center }: Parts,
  sizes: Sizes,
): FigurePlace[] {
  let from = 0;
  return center.flatMap((name, at) => {
    const place = { index: start.length + at, from, to: from + sizes[name]! };
    from = place.to;
    return isFigure(listField(entity, name)) ? [place] : [];
  });
}

/** The empty edge of a cell may be out of sight. */
const EDGE = 8;

/**
 * Writes the style sheet by which figures are left out that stand in sight in part only: a part of a figure reads as
 * another figure. A mark says that there is more.
 */
export function cutSheet(
  scope: string,
  figures: readonly FigurePlace[],
  { from, to }: { from: number; to: number },
): string {
  return figures
    .filter((one) => one.to - one.from <= to - from)
    .filter((one) => one.to > from && one.from < to)
    .filter((one) => one.from + EDGE < from || one.to - EDGE > to)
    .map(({ index, from: start }) => {
      const cell = `.${scope} :is(tbody,tfoot) .${columnClass(index)}`;
      const mark =
        start < from
          ? ''
          : `${cell}{position:relative}${cell}::before{content:"…";position:absolute;inset-inline-start:var(--wd-space-3);text-indent:0;color:var(--wd-text-secondary)}`;
      return `${cell}{text-indent:-100vw;text-align:start}${mark}`;
    })
    .join('\n');
}

interface Props {
  entity: EntityDefinition;
  scope: string;
  frame: RefObject<HTMLElement | null>;
  parts: Parts;
  sizes: Sizes;
  /** Pixels between the edges of the frame, and those that are pinned at them beside columns. */
  room: number;
  lead: number;
  tail: number;
}

/** Leaves out, while one scrolls, the figures that are in sight in part only. */
export function CutFigures({ entity, scope, frame, parts, sizes, room, lead, tail }: Props) {
  const sheet = useRef<HTMLStyleElement>(null);
  const figures = useMemo(() => placeFigures(entity, parts, sizes), [entity, parts, sizes]);
  const pinned = [...parts.start, ...parts.end].reduce((sum, name) => sum + sizes[name]!, lead + tail);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const write = () => {
      const from = element.scrollLeft;
      const text = cutSheet(scope, figures, { from, to: from + room - pinned });
      if (sheet.current && sheet.current.textContent !== text) sheet.current.textContent = text;
    };
    write();
    element.addEventListener('scroll', write, { passive: true });
    return () => element.removeEventListener('scroll', write);
  }, [frame, scope, figures, room, pinned]);
  return <style ref={sheet} />;
}
