import '../../../runtime/core/definitions/allEntities.ts';
import { useQuery } from '@tanstack/react-query';
import { Empty, Input, Modal, Skeleton } from 'antd';
import { Fragment, useId, useState } from 'react';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { formatNumber } from '../../../runtime/core/numbers/format.ts';
import { useSaving } from '../../../runtime/form/model/save/useSaving.ts';
import { FormFailure } from '../../../runtime/form/screen/FormFailure.tsx';
import { call } from '../../../runtime/kit/api/client.ts';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { JobProgress } from '../../../runtime/kit/jobs/JobProgress.tsx';
import type { Job } from '../../../runtime/kit/jobs/jobs.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import { ColleagueSelect } from '../../../runtime/record/approval/ColleagueSelect.tsx';
import type { ToolDialogProps } from '../../../runtime/record/dialog/entityExtras.ts';
import '../../../runtime/record/approval/approval.css';
import { HandedOn } from './HandedOn.tsx';
import texts from './texts.json';

const LONGEST = 500;
const ROWS = { minRows: 2, maxRows: 4 };

interface FormProps {
  kinds: readonly { entity: string; count: number }[];
  leaver: number;
  receivers: Readonly<Record<string, number>>;
  reason: string;
  onReceiver(entity: string, userId: number): void;
  onReason(reason: string): void;
}

/** Shows the number of records by entity, and asks for the receivers. */
function HandOnForm({ kinds, leaver, receivers, reason, onReceiver, onReason }: FormProps) {
  const t = useT(texts);
  const text = useText();
  const id = useId();
  return (
    <div className="wd-delegate">
      {kinds.map(({ entity, count }) => {
        const title = entityRegistry.get(entity)?.title;
        return (
          <Fragment key={entity}>
            <label htmlFor={`${id}-${entity}`}>
              {title ? text(title) : entity} · {formatNumber(count)}
            </label>
            <ColleagueSelect
              id={`${id}-${entity}`}
              value={receivers[entity] ?? null}
              without={[leaver]}
              onChange={(userId) => onReceiver(entity, userId)}
            />
          </Fragment>
        );
      })}
      <label htmlFor={`${id}-why`}>{t('handOn.reason')}</label>
      <Input.TextArea
        id={`${id}-why`}
        autoSize={ROWS}
        maxLength={LONGEST}
        value={reason}
        onChange={(event) => onReason(event.target.value)}
      />
    </div>
  );
}

/** Asks for the receiver of a user's records by entity, and hands them over as one job. */
export default function HandOnDialog({ values, onClose }: ToolDialogProps) {
  const t = useT(texts);
  const leaver = Number(values.id);
  const [receivers, setReceivers] = useState<Record<string, number>>({});
  const [reason, setReason] = useState('');
  const [job, setJob] = useState<Job | null>(null);
  const { busy, failure, save } = useSaving();
  const { data: kinds } = useQuery(
    { queryKey: ['userOwned', leaver], queryFn: () => call('userOwned', { path: { id: leaver } }) },
    queryClient,
  );

  function receive(entity: string, userId: number): void {
    // The first chosen receiver becomes the default for the other entities.
    const others = (kinds ?? []).filter((one) => receivers[one.entity] === undefined);
    const first = Object.keys(receivers).length === 0 ? others.map((one) => [one.entity, userId]) : [];
    setReceivers({ ...Object.fromEntries(first), ...receivers, [entity]: userId });
  }

  async function start(): Promise<void> {
    const chosen = Object.entries(receivers).map(([entity, userId]) => ({ entity, userId }));
    const body = { receivers: chosen, ...(reason.trim() ? { reason } : {}) };
    setJob(await call('userHandOn', { path: { id: leaver }, body }, { quiet: true }));
  }

  async function end(ended: Job): Promise<void> {
    setJob(ended);
    await queryClient.invalidateQueries({ queryKey: ['userOwned', leaver] });
    await queryClient.invalidateQueries({ queryKey: ['records'] });
  }

  const isReady = kinds !== undefined && kinds.length > 0 && job === null;
  return (
    <Modal
      open
      title={`${t('handOn.title')} · ${String(values.name ?? '')}`}
      okText={t('handOn.start')}
      okButtonProps={{ disabled: !isReady || Object.keys(receivers).length === 0, loading: busy }}
      cancelText={t(job ? 'common.close' : 'common.cancel')}
      onOk={() => void save(start)}
      onCancel={onClose}
    >
      <FormFailure text={failure} />
      {kinds === undefined && <Skeleton active title={false} />}
      {kinds?.length === 0 && job === null && <Empty description={t('handOn.nothing')} />}
      {isReady && (
        <HandOnForm {...{ kinds, leaver, receivers, reason }} onReceiver={receive} onReason={setReason} />
      )}
      {job && <JobProgress id={job.id} onEnd={(ended) => void end(ended)} />}
      {job?.result && <HandedOn result={job.result} />}
    </Modal>
  );
}
