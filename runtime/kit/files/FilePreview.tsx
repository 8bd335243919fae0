import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Skeleton } from 'antd';
import { type ComponentType, useState } from 'react';
import { reach } from '../api/authorizedFetch.ts';
import { saveFile } from '../browser/saveFile.ts';
import { useT } from '../i18n/index.ts';
import { later } from '../overlay/later.tsx';
import { queryClient } from '../session/queryClient.ts';
import { LoadFailed } from '../states/LoadFailed.tsx';
import { Icon } from '../theme/Icon.tsx';
import './files.css';
import { type Preview, type PreviewKind, previewOf } from './previewKind.ts';
import { Picture } from './shown/Picture.tsx';
import type { ShownFileProps } from './shown/props.ts';
import { Sound } from './shown/Sound.tsx';
import { TextFile } from './shown/TextFile.tsx';
import { Video } from './shown/Video.tsx';
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

const SHOWN: Record<PreviewKind, ComponentType<ShownFileProps>> = {
  picture: Picture,
  video: Video,
  sound: Sound,
  text: TextFile,
  pdf: later(() => import('../pdf/PdfPages.tsx'), waiting),
  word: later(() => import('./shown/Word.tsx'), waiting),
  workbook: later(() => import('./shown/Workbook.tsx'), waiting),
};

async function loadFile(address: string, type: string, signal: AbortSignal): Promise<Blob> {
  const answer = await reach(fetch, new Request(address, { signal }));
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
  return new Blob([await answer.arrayBuffer()], { type });
}

/** Shows a file without another program. Nothing in it can affect the page. */
export default function FilePreview({ address, name, onClose }: Props) {
  const t = useT(texts);
  const { kind, type } = previewOf(name) ?? UNKNOWN;
  const [isBroken, setBroken] = useState(false);
  const { data, isError, refetch } = useQuery(
    { queryKey: ['file', address], queryFn: ({ signal }) => loadFile(address, type, signal), gcTime: 0 },
    queryClient,
  );
  const Shown = SHOWN[kind];
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
          disabled={!data}
          onClick={() => data && saveFile(data, name)}
        >
          {t('files.download')}
        </Button>
      }
    >
      <div className="wd-file-shown">
        {isError ? (
          <LoadFailed title={t('files.notLoaded')} onRetry={() => void refetch()} />
        ) : isBroken ? (
          <Alert type="warning" showIcon title={t('files.failed')} />
        ) : data ? (
          <Shown file={data} name={name} onFail={() => setBroken(true)} />
        ) : (
          waiting
        )}
      </div>
    </Modal>
  );
}
