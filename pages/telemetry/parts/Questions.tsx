import { Alert, Button } from 'antd';
import { formatNumber } from '../../../runtime/core/numbers/format.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';
import { Choose } from './Choose.tsx';
import { correctFormat, type Group, sayKind, sayRepeats, useImport } from './importStore.ts';
import { type Format, listAsked } from './settings.ts';

interface Answer {
  label: string;
  say(): void;
}

interface QuestionProps {
  title: string;
  text: string;
  answers: readonly Answer[];
  children?: React.ReactNode;
}

function Question({ title, text, answers, children }: QuestionProps) {
  return (
    <Alert
      showIcon
      type="warning"
      title={title}
      description={
        <>
          <p>{text}</p>
          <div className="wd-import-line">
            {children}
            {answers.map(({ label, say }) => (
              <Button key={label} onClick={say}>
                {label}
              </Button>
            ))}
          </div>
        </>
      }
    />
  );
}

/** Asks how to parse ambiguous cells. */
function CellQuestions({ group, say }: { group: Group; say(change: Format): void }) {
  const t = useT(texts);
  const { timeUnclear, numberUnclear } = group.inspection;
  return (
    <>
      {timeUnclear && (
        <Question
          title={t('csv.unclear', timeUnclear)}
          text={t('csv.unclearText', timeUnclear)}
          answers={[
            { label: t('csv.dayFirst', { value: timeUnclear.dmy }), say: () => say({ timeFormat: 'dmy' }) },
            { label: t('csv.monthFirst', { value: timeUnclear.mdy }), say: () => say({ timeFormat: 'mdy' }) },
          ]}
        />
      )}
      {numberUnclear && (
        <Question
          title={t('csv.unclear', numberUnclear)}
          text={t('csv.unclearText', numberUnclear)}
          answers={[
            {
              label: t('csv.decimalComma', { value: numberUnclear.comma }),
              say: () => say({ decimalComma: true }),
            },
            {
              label: t('csv.thousandsComma', { value: numberUnclear.dot }),
              say: () => say({ decimalComma: false }),
            },
          ]}
        />
      )}
    </>
  );
}

function DaysQuestion({ group, say }: { group: Group; say(change: Format): void }) {
  const t = useT(texts);
  const { daysUnclear } = group.inspection;
  if (!daysUnclear) return null;
  const { minutes, count } = daysUnclear;
  const params = { ...daysUnclear, minutes: formatNumber(minutes), count: formatNumber(count) };
  return (
    <Question
      title={t('csv.days')}
      text={t('csv.daysText', params)}
      answers={[
        { label: t('csv.daysYes', params), say: () => say({ dayPerRow: true }) },
        { label: t('csv.daysNo'), say: () => say({ dayPerRow: false }) },
      ]}
    />
  );
}

const SHOWN = 6;

function KindQuestion({ group }: { group: Group }) {
  const t = useT(texts);
  const unclear = listAsked(group.choices);
  if (unclear.length === 0) return null;
  const names = unclear.slice(0, SHOWN).map(({ series, column }) => series ?? column);
  if (unclear.length > SHOWN) names.push('…');
  return (
    <Question
      title={t('csv.kindAsk')}
      text={t('csv.kindAskText', { columns: names.join(', ') })}
      answers={[
        { label: t('csv.kindInterval'), say: () => sayKind(group.key, 'interval') },
        { label: t('csv.kindCounter'), say: () => sayKind(group.key, 'counter') },
      ]}
    />
  );
}

/**
 * Asks how to handle several values of a variable at the same time. They become a separate series, or only one is
 * imported.
 */
function RepeatsQuestion({ group, say }: { group: Group; say(change: Format): void }) {
  const t = useT(texts);
  const count = useImport(({ files }) =>
    files.reduce(
      (sum, { group: key, job }) => sum + (key === group.key && job?.undecided ? job.repeated : 0),
      0,
    ),
  );
  if (count === 0) return null;
  const columns = group.inspection.columns.filter(
    ({ dataType, role }) => dataType === 'text' && role !== 'time',
  );
  return (
    <Question
      title={t('csv.twoValues', { count: formatNumber(count, { decimals: 0 }) })}
      text={t('csv.twoValuesText')}
      answers={[
        { label: t('csv.firstHolds'), say: () => sayRepeats(group.key, 'first') },
        { label: t('csv.lastHolds'), say: () => sayRepeats(group.key, 'last') },
      ]}
    >
      {columns.length > 0 && (
        <Choose
          label={t('csv.seriesOf')}
          value={null}
          options={[...new Set(columns.map(({ column }) => column))].map((value) => ({
            value,
            label: value,
          }))}
          onChange={(column) => say({ seriesColumns: [column] })}
        />
      )}
    </Question>
  );
}

/** Asks for settings that cannot be detected in the file. */
export function Questions({ group }: { group: Group }) {
  const say = (change: Format): void => void correctFormat(group.key, change);
  return (
    <>
      <CellQuestions group={group} say={say} />
      <DaysQuestion group={group} say={say} />
      <RepeatsQuestion group={group} say={say} />
      <KindQuestion group={group} />
    </>
  );
}
