import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Skeleton } from 'antd';
import { type ComponentType, useState } from 'react';
import { leaveUnread, reach } from '../api/authorizedFetch.ts';
import { saveAddress, saveFile } from '../browser/saveFile.ts';
import { useT } from '../i18n/index.ts';
import { later } from '../overlay/later.tsx';
import { queryClient } from '../session/queryClient.ts';
import { LoadFailed } from '../states/LoadFailed.tsx';
import { Icon } from '../theme/Icon.tsx';
import './files.css';
import { type Preview, type PreviewKind, previewOf } from './previewKind.ts';
import { Picture } from './shown/Picture.tsx';
import { makePlayer } from './shown/Player.tsx';
import type { PlayedFileProps, ShownFileProps } from './shown/props.ts';
import { TextFile } from './shown/TextFile.tsx';
import texts from './texts.json';

interface Props {
  address: string;
  name: string;
  onClose(): void;
}

const WIDTH = 980;
/** Files of unknown types are shown as text. */
const UNKNOWN: Preview = { kind: 'text', type: '' };
const waiting = <Skeleton active paragraph={{ rows: 10 }} />;

const PLAYED: Partial<Record<PreviewKind, ComponentType<PlayedFileProps>>> = {
  video: makePlayer('video', 'wd-file-picture'),
  sound: makePlayer('audio', 'wd-file-sound'),
};
const SHOWN: Partial<Record<PreviewKind, ComponentType<ShownFileProps>>> = {
  picture: Picture,
  text: TextFile,
  pdf: later(() => import('../pdf/PdfPages.tsx'), waiting),
  word: later(() => import('./shown/Word.tsx'), waiting),
  workbook: later(() => import('./shown/Workbook.tsx'), waiting),
};

/** Maximum size of previewed files, because they are read into memory. */
const MOST_SHOWN = 200 * 1024 * 1024;

async function request(address: string, signal: AbortSignal, headers: HeadersInit = {}): Promise<Response> {
  const answer = await reach(fetch, new Request(address, { headers, signal }));
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
  return answer;
}

/** Returns the file. Null for a too large one. */
async function loadFile(address: string, type: string, signal: AbortSignal): Promise<Blob | null> {
  const answer = await request(address, signal);
  if (Number(answer.headers.get('content-length')) <= MOST_SHOWN)
    return new Blob([await answer.arrayBuffer()], { type });
  leaveUnread(answer);
  return null;
}

/** Requests one byte, because a player does not report why loading fails. */
async function checkReadable(address: string, signal: AbortSignal): Promise<null> {
  leaveUnread(await request(address, signal, { range: 'bytes=0-0' }));
  return null;
}

/** Previews a file in the browser. Its content cannot access the page. */
export default function FilePreview({ address, name, onClose }: Props) {
  const t = useT(texts);
  const { kind, type } = previewOf(name) ?? UNKNOWN;
  const [isBroken, setBroken] = useState(false);
  const { data, isSuccess, isError, refetch } = useQuery(
    {
      queryKey: ['file', address],
      queryFn: ({ signal }) =>
        PLAYED[kind] ? checkReadable(address, signal) : loadFile(address, type, signal),
      gcTime: 0,
    },
    queryClient,
  );
  const [Played, Shown] = [PLAYED[kind], SHOWN[kind]];
  const fail = () => setBroken(true);
  return (
    <Modal
      open
      width={WIDTH}
      className="wd-file-preview"
      title={name}
      onCancel={onClose}
      footer={
        <Button
          type="primary"
          icon={<Icon name="download" size={16} />}
          disabled={!isSuccess}
          onClick={() => (data ? saveFile(data, name) : saveAddress(address, name))}
        >
          {t('files.download')}
        </Button>
      }
    >
      <div className="wd-file-shown">
        {isError ? (
          <LoadFailed title={t('files.notLoaded')} onRetry={() => void refetch()} />
        ) : !isSuccess ? (
          waiting
        ) : Played && !isBroken ? (
          <Played address={address} name={name} onFail={fail} />
        ) : Shown && data && !isBroken ? (
          <Shown file={data} name={name} onFail={fail} />
        ) : (
          <Alert type="warning" showIcon title={t('files.failed')} />
        )}
      </div>
    </Modal>
  );
}
