import { useMemo } from 'react';
import { useT } from '../../../../runtime/kit/i18n/index.ts';
import texts from '../../texts.json';
import { type Document, documentText } from '../document.ts';
import { type DiffLine, diffLines, shortenDiff } from './diff.ts';

const WORDS = { '+': 'studio.added', '-': 'studio.removed' } as const;

function Line({ line }: { line: DiffLine }) {
  const t = useT(texts);
  return (
    <span data-sign={line.sign}>
      {line.sign !== ' ' && <span className="wd-hidden">{t(WORDS[line.sign])} </span>}
      {`${line.sign} ${line.text}\n`}
    </span>
  );
}

/** Shows the differences between two documents. */
export function Difference({ before, after }: { before: Document | null; after: Document }) {
  const t = useT(texts);
  const lines = useMemo(
    () =>
      shortenDiff(diffLines(before ? documentText(before) : '', documentText(after))).map((line, at) => ({
        key: at,
        line,
      })),
    [before, after],
  );
  if (!lines.some(({ line }) => line && line.sign !== ' '))
    return <p className="wd-studio-note">{t('studio.same')}</p>;
  return (
    <pre className="wd-studio-diff">
      {lines.map(({ key, line }) =>
        line ? (
          <Line key={key} line={line} />
        ) : (
          <span key={key} data-sign="…">
            {'…\n'}
          </span>
        ),
      )}
    </pre>
  );
}
