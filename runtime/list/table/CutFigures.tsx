import { type RefObject, useCallback, useMemo } from 'react';
import type { EntityDefinition, Field } from '../../../generated/definition.ts';
import { fieldTypeOf } from '../../fieldTypes/index.ts';
import { isNumeric } from '../../fieldTypes/valueText.ts';
import { cutRules, isInPart, type Sight } from '../../kit/table/cutMark.ts';
import { useCutSheet } from '../../kit/table/useCutSheet.ts';
import { SPACE_STEP } from '../../kit/theme/tokens.ts';
import { listField } from '../../record/query/fields.ts';
import type { layoutParts } from './columnLayout.ts';
import { columnClass } from './plan.ts';

type Parts = ReturnType<typeof layoutParts>;
type Sizes = Readonly<Record<string, number>>;

/** A number column between the pinned ones, with its position in pixels. */
export interface FigurePlace extends Sight {
  index: number;
}

const isDate = (field: Field): boolean => fieldTypeOf(field).filter === 'date';

/** Returns whether a cropped value could be misread: a part of an amount or date looks like another value. */
const isFigure = (field: Field): boolean => isNumeric(field) || isDate(field);

/** Width of a date with time and of the padding before it. */
const DATE_ROOM = SPACE_STEP * 37;

/**
 * Returns the required width of a figure. A time is left-aligned, so only its own width must be visible,
 * unless it has the sign of an overdue time.
 */
const roomOf = (field: Field, size: number): number =>
  isDate(field) && !field['x-overdueWhen'] ? Math.min(size, DATE_ROOM) : size;

export function placeFigures(
  entity: EntityDefinition,
  { start, center }: Parts,
  sizes: Sizes,
): FigurePlace[] {
  let from = 0;
  return center.flatMap((name, at) => {
    const field = listField(entity, name);
    const place = { index: start.length + at, from, to: from + roomOf(field, sizes[name]!) };
    from += sizes[name]!;
    return isFigure(field) ? [place] : [];
  });
}

/**
 * Returns the style sheet that hides partly visible numbers. A cropped number could be misread, so a mark replaces it.
 */
export function cutSheet(scope: string, figures: readonly FigurePlace[], sight: Sight): string {
  return figures
    .filter((one) => isInPart(one, sight))
    .map(({ index, from }) =>
      cutRules(`.${scope} :is(tbody,tfoot) .${columnClass(index)}`, from >= sight.from),
    )
    .join('\n');
}

interface Props {
  entity: EntityDefinition;
  scope: string;
  frame: RefObject<HTMLElement | null>;
  parts: Parts;
  sizes: Sizes;
  /** Visible width in pixels between the fixed parts at the edges. */
  room: number;
  lead: number;
  tail: number;
}

/** Hides partly visible numbers during scrolling. */
export function CutFigures({ entity, scope, frame, parts, sizes, room, lead, tail }: Props) {
  const figures = useMemo(() => placeFigures(entity, parts, sizes), [entity, parts, sizes]);
  const pinned = [...parts.start, ...parts.end].reduce((sum, name) => sum + sizes[name]!, lead + tail);
  const frameOf = useCallback(() => frame.current, [frame]);
  const rulesOf = useCallback(
    ({ scrollLeft }: HTMLElement) =>
      cutSheet(scope, figures, { from: scrollLeft, to: scrollLeft + room - pinned }),
    [scope, figures, room, pinned],
  );
  return <style ref={useCutSheet(frameOf, rulesOf)} />;
}
