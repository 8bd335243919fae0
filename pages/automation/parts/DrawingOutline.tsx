import { useT } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';
import { AddEffect, PartCard, type Shown } from './PartCard.tsx';

/** Shows the drawing as a list from top to bottom, on a phone or on request. */
export function DrawingOutline(shown: Shown) {
  const t = useT(texts);
  const { drawing, acts } = shown;
  const add = (at: number) =>
    acts && (
      <li key={`add ${at}`} className="wd-flow-outline-add">
        <AddEffect at={at} acts={acts} />
      </li>
    );
  return (
    <ol className="wd-flow-outline" aria-label={t('automation.outline')}>
      <li>
        <PartCard {...shown} part="trigger" />
      </li>
      <li>
        <PartCard {...shown} part="condition" />
      </li>
      {add(0)}
      {drawing.do.map((_, at) => [
        // biome-ignore lint/suspicious/noArrayIndexKey: an effect has no other key than its index
        <li key={at}>
          <PartCard {...shown} part={at} />
        </li>,
        add(at + 1),
      ])}
    </ol>
  );
}
