import { Alert, Button, Upload } from 'antd';
import { useState } from 'react';
import type { DashboardDocument } from '../../../generated/definition.ts';
import { parseDocument } from '../../core/document/parse.ts';
import { call } from '../../kit/api/client.ts';
import { useT } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { MatchReport } from '../match/MatchReport.tsx';
import { type BoardMatch, type Chosen, fillDocument, matchChanges } from '../match/missing.ts';
import { type Problem, readJson } from './readFile.ts';
import './transfer.css';

interface Read {
  name: string;
  /** The reason why the file was rejected. */
  refused: string | null;
  problems: readonly Problem[];
  amount: number;
  /** Variables of the file that the station lacks, with their stand-ins. */
  match: BoardMatch | null;
  whole: DashboardDocument | null;
}

interface Props {
  /** The station for which the board is adapted. Null for any station, where variables do not change. */
  stationSn: string | null;
  /** `whole`: the document before its adaptation. */
  onDocument(document: DashboardDocument | null, whole: DashboardDocument | null): void;
}

/**
 * Reads a board file and shows its errors at their places. Variables of another station are replaced by matching ones
 * of this station. The user chooses among ambiguous matches.
 */
export function FileDocument({ stationSn, onDocument }: Props) {
  const t = useT();
  const [read, setRead] = useState<Read | null>(null);
  const [chosen, setChosen] = useState<Chosen>({});
  const [busy, setBusy] = useState(false);

  async function check(file: File): Promise<void> {
    const refuse = (refused: string, problems: readonly Problem[] = []) => {
      onDocument(null, null);
      setRead({ name: file.name, refused, problems, amount: 0, match: null, whole: null });
    };
    const found = readJson(await file.text());
    if ('error' in found) return refuse(t(`transfer.${found.error}`, { detail: found.detail }));
    try {
      const { problems } = await call('boardCheck', { body: { document: found.value } }, { quiet: true });
      if (problems.some(({ fatal }) => fatal)) return refuse(t('transfer.refused'), problems);
      const parsed = parseDocument(found.value);
      // The open page may be older than the server, and not know the file's version.
      if (parsed.readOnly) return refuse(t(`board.problem.${parsed.problems[0]!}`));
      const whole = parsed.document;
      const match =
        stationSn === null
          ? null
          : await call('boardMatch', { body: { stationSn, document: whole } }, { quiet: true });
      setChosen({});
      onDocument(match ? (match.document as DashboardDocument) : whole, whole);
      setRead({
        ...{ name: file.name, refused: null, problems, amount: whole.widgets.length, whole },
        match: match && matchChanges(match) ? match : null,
      });
    } catch {
      refuse(t('transfer.checkFailed'));
    }
  }

  function choose(match: BoardMatch, next: Chosen): void {
    setChosen(next);
    onDocument(fillDocument(match.document as DashboardDocument, next), read?.whole ?? null);
  }

  return (
    <div className="wd-transfer">
      <Upload
        accept=".json,application/json"
        maxCount={1}
        showUploadList={false}
        beforeUpload={(file) => {
          setBusy(true);
          void check(file).finally(() => setBusy(false));
          return false;
        }}
      >
        <Button icon={<Icon name="upload" size={16} />} loading={busy}>
          {t('transfer.choose')}
        </Button>
      </Upload>
      {read && (
        <Alert
          role="status"
          showIcon
          type={read.refused ? 'error' : read.problems.length > 0 ? 'warning' : 'success'}
          title={read.refused ?? t('transfer.fine', { name: read.name, count: read.amount })}
          description={read.problems.length > 0 ? <Problems problems={read.problems} /> : undefined}
        />
      )}
      {read?.match && stationSn !== null && (
        <MatchReport
          stationSn={stationSn}
          match={read.match}
          chosen={chosen}
          onChoose={(pointer, pair) => read.match && choose(read.match, { ...chosen, [pointer]: pair })}
        />
      )}
    </div>
  );
}

function Problems({ problems }: { problems: readonly Problem[] }) {
  const t = useT();
  return (
    <ul className="wd-transfer-problems" aria-label={t('transfer.problems')}>
      {problems.map(({ pointer, msg, fatal }) => (
        <li key={`${pointer} ${msg}`} data-fatal={fatal || undefined}>
          <code>{pointer || '/'}</code>
          <span>
            {msg}
            {!fatal && ` (${t('transfer.notFatal')})`}
          </span>
        </li>
      ))}
    </ul>
  );
}
