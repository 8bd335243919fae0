import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { newItem } from '../../../core/rules/defaults.ts';
import { descendField } from '../../../core/rules/fieldProblem.ts';
import { notifyFailure } from '../../../kit/api/failure.ts';
import { notify } from '../../../kit/api/notices.ts';
import { translate, useLang, useText } from '../../../kit/i18n/index.ts';
import { Icon } from '../../../kit/theme/Icon.tsx';
import type { FormContext } from '../../model/formContext.ts';
import { type ProposalTool, proposeRows } from '../../model/save/proposal.ts';
import { listCall } from '../../values/refList.ts';
import { needFilter } from '../../values/refTarget.ts';

/** Maximum number of proposed rows. */
const MOST = 50;

interface Props {
  id: string;
  name: string;
  path: (string | number)[];
  tool: ProposalTool;
  entries: readonly unknown[];
  formContext: FormContext;
}

/** Fills a table with the matching records, on request or when its form is opened. */
export function ProposeRows({ id, name, path, tool, entries, formContext }: Props) {
  const text = useText();
  const lang = useLang();
  const [busy, setBusy] = useState(false);
  const { proposal, target, isReady } = tool;
  const { field, write, context } = formContext;

  async function propose(isManual: boolean): Promise<void> {
    const item = descendField(field, path)?.items;
    if (!item) return;
    setBusy(true);
    try {
      const sort = proposal.sort && { sort: proposal.sort };
      const filter = needFilter(target.needs);
      const { records } = await listCall(target.entity, { filter, ...sort, current: 1, size: MOST });
      const rows = proposeRows(tool, item, entries, records, () => newItem(item, Date.now(), context));
      if (rows.length > entries.length) write(id, { [name]: rows });
      else if (isManual) notify({ kind: 'info', text: { text: translate(lang, 'form.proposedNone') } });
    } catch (error) {
      if (isManual) notifyFailure(error);
    } finally {
      setBusy(false);
    }
  }

  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || !proposal.begin || !isReady || entries.length > 0) return;
    begun.current = true;
    void propose(false);
  });

  return (
    <Button icon={<Icon name="list" />} loading={busy} disabled={!isReady} onClick={() => void propose(true)}>
      {text(proposal.title)}
    </Button>
  );
}
