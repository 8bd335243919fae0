import { Alert, Button, Upload } from 'antd';
import { useState } from 'react';
import type { DashboardDocument } from '../../../generated/definition.ts';
import { call } from '../../api/client.ts';
import { parseDocument } from '../../core/document/parse.ts';
import { useT } from '../../i18n/index.ts';
import { Icon } from '../../theme/Icon.tsx';
import { json_read, type Problem } from './readFile.ts';
import './transfer.css';

interface Read {
  name: string;
  /** Why nothing of the file can be used. */
  refused: string | null;
  problems: readonly Problem[];
  amount: number;
}

/** Chooses a board's file and shows what is wrong with it, each at its place, before anything is done with it. */
export function FileDocument({ onDocument }: { onDocument(document: DashboardDocument | null): void }) {
  const t = useT();
  const [read, setRead] = useState<Read | null>(null);
  const [busy, setBusy] = useState(false);

  async function check(file: File): Promise<void> {
    const refuse = (refused: string, problems: readonly Problem[] = []) => {
      onDocument(null);
      setRead({ name: file.name, refused, problems, amount: 0 });
    };
    const found = json_read(await file.text());
    if ('error' in found) return refuse(t(`transfer.${found.error}`, { detail: found.detail }));
    try {
      const { problems } = await call('boardCheck', { body: { document: found.value } }, { quiet: true });
      if (problems.some(({ fatal }) => fatal)) return refuse(t('transfer.refused'), problems);
      const { document } = parseDocument(found.value);
      onDocument(document);
      setRead({ name: file.name, refused: null, problems, amount: document.widgets.length });
    } catch {
      refuse(t('transfer.checkFailed'));
    }
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
