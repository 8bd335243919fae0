import { Button } from 'antd';
import { useState } from 'react';
import { notifyFailure } from '../../../kit/api/failure.ts';
import { notify } from '../../../kit/api/notices.ts';
import { useLang, useT, useText } from '../../../kit/i18n/index.ts';
import { timeAgo } from '../../../kit/parts/timeAgo.ts';
import { Icon } from '../../../kit/theme/Icon.tsx';
import type { FormContext } from '../../model/formContext.ts';
import { askReadings, type ReadingsTool, takeReadings } from '../../model/save/readings.ts';
import texts from './texts.json';

interface Props {
  id: string;
  name: string;
  tool: ReadingsTool;
  entries: readonly unknown[];
  formContext: FormContext;
}

/** Fills the rows with the device's last known values, and shows their age. */
export function TakeReadings({ id, name, tool, entries, formContext }: Props) {
  const t = useT(texts);
  const text = useText();
  const lang = useLang();
  const [busy, setBusy] = useState(false);

  async function fillReadings(): Promise<void> {
    setBusy(true);
    try {
      const { rows, count, oldest } = takeReadings(tool, entries, await askReadings(tool));
      if (oldest !== null) formContext.write(id, { [name]: rows });
      const age = oldest === null ? '' : timeAgo(oldest, Math.max(Date.now(), Date.parse(oldest)), lang);
      notify({
        kind: count > 0 ? 'success' : 'info',
        text: { text: count > 0 ? t('readings.taken', { count, age }) : t('readings.none') },
      });
    } catch (error) {
      notifyFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button icon={<Icon name="refresh" />} loading={busy} onClick={() => void fillReadings()}>
      {text(tool.words.title)}
    </Button>
  );
}
