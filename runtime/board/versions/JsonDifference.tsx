import { useMemo } from 'react';
import type { DashboardDocument } from '../../../generated/definition.ts';
import { useT } from '../../kit/i18n/index.ts';
import { boardFields, type Difference, placesById, widgetsById } from './difference.ts';
import { compareLines, type Line } from './lines.ts';
import { useChangeWords } from './useChangeWords.ts';

const SIGN: Record<Line['kind'], string> = { same: ' ', before: '−', after: '+' };
const text = (value: unknown) => (value === undefined ? '' : JSON.stringify(value, null, 2));

interface Props {
  before: DashboardDocument;
  after: DashboardDocument;
  difference: Difference;
}

/** Shows the JSON of each changed widget line by line. */
export function JsonDifference({ before, after, difference }: Props) {
  const t = useT();
  const words = useChangeWords();
  const parts = useMemo(() => {
    const stored = (document: DashboardDocument, id: string) => {
      const widget = widgetsById(document).get(id);
      return text(widget && { ...widget, place: placesById(document).get(id) });
    };
    const widgets = difference.widgets.map(({ id, widget }) => ({
      id,
      widget,
      lines: compareLines(stored(before, id), stored(after, id)),
    }));
    if (difference.board.length === 0) return widgets;
    const board = compareLines(text(boardFields(before)), text(boardFields(after)));
    return [{ id: '', widget: null, lines: board }, ...widgets];
  }, [before, after, difference]);
  if (parts.length === 0) return <p className="wd-change-none">{t('versions.same')}</p>;
  return (
    <div className="wd-json-parts">
      {parts.map(({ id, widget, lines }) => (
        <section key={id}>
          <h4>
            {widget ? words.name(widget) : t('versions.board')} <code>{id}</code>
          </h4>
          <pre>
            {lines.map(({ kind, text: line }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other key
              <span key={index} data-kind={kind}>
                {`${SIGN[kind]} ${line}\n`}
              </span>
            ))}
          </pre>
        </section>
      ))}
    </div>
  );
}
