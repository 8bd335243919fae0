import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { call } from '../../../runtime/kit/api/client.ts';
import { FileButtons, REPORT_FORMATS } from '../../../runtime/kit/files/FileButtons.tsx';
import { Panel } from '../../../runtime/kit/parts/Panel.tsx';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import type { ToolDialogProps } from '../../../runtime/record/dialog/entityExtras.ts';
import { ReportView } from './ReportView.tsx';
import '../reports.css';

/** Shows a stored report with its files. */
export default function KeptDialog({ values, onClose }: ToolDialogProps) {
  const path = { id: Number(values.id) };
  const { data, isPending, isError, refetch } = useQuery(
    {
      queryKey: ['historyReport', path.id],
      queryFn: ({ signal }) => call('historyReportTable', { path }, { quiet: true, signal }),
    },
    queryClient,
  );
  const title = `${String(values.name ?? '')} ${String(values.firstDay ?? '')}`;
  return (
    <Modal
      open
      width="min(1100px, 96vw)"
      title={title}
      onCancel={onClose}
      footer={
        <FileButtons
          formats={REPORT_FORMATS}
          name={title}
          disabled={!data}
          load={(format) => call('historyReportFile', { path, query: { format } })}
        />
      }
    >
      <Panel icon="table" pending={isPending} failed={isError} onRetry={() => void refetch()}>
        {data && <ReportView table={data} />}
      </Panel>
    </Modal>
  );
}
