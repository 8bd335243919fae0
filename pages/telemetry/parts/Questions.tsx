import { Alert, Button } from 'antd';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';
import { correctFormat, type Group } from './importStore.ts';
import type { Format } from './settings.ts';

interface QuestionProps {
  column: string;
  example: string;
  answers: readonly { label: string; say: Format }[];
  onSay(change: Format): void;
}

function Question({ column, example, answers, onSay }: QuestionProps) {
  const t = useT(texts);
  return (
    <Alert
      showIcon
      type="warning"
      title={t('csv.unclear', { column })}
      description={
        <>
          <p>{t('csv.unclearText', { example })}</p>
          <div className="wd-import-line">
            {answers.map(({ label, say }) => (
              <Button key={label} onClick={() => onSay(say)}>
                {label}
              </Button>
            ))}
          </div>
        </>
      }
    />
  );
}

/** Asks what the file leaves open: two readings of the same cells. */
export function Questions({ group }: { group: Group }) {
  const t = useT(texts);
  const { timeUnclear, numberUnclear } = group.inspection;
  const say = (change: Format): void => void correctFormat(group.key, change);
  return (
    <>
      {timeUnclear && (
        <Question
          {...timeUnclear}
          onSay={say}
          answers={[
            { label: t('csv.dayFirst', { value: timeUnclear.dmy }), say: { timeFormat: 'dmy' } },
            { label: t('csv.monthFirst', { value: timeUnclear.mdy }), say: { timeFormat: 'mdy' } },
          ]}
        />
      )}
      {numberUnclear && (
        <Question
          {...numberUnclear}
          onSay={say}
          answers={[
            { label: t('csv.decimalComma', { value: numberUnclear.comma }), say: { decimalComma: true } },
            { label: t('csv.thousandsComma', { value: numberUnclear.dot }), say: { decimalComma: false } },
          ]}
        />
      )}
    </>
  );
}
