import type { Command } from '../../kit/command/command.ts';
import { later } from '../../kit/overlay/later.tsx';
import type { BoardSession } from '../session/boardSession.ts';

const Import = later(async () => ({ default: (await import('./ImportDialog.tsx')).ImportDialog }));

export function commandsTransfer({ open, store, station, boardId, mayEdit }: BoardSession): Command[] {
  const save = async () => {
    const { downloadBoard } = await import('./exportBoard.ts');
    downloadBoard(
      store.getState().history.document,
      boardId === null ? station.sn : `${station.sn}-${boardId}`,
    );
  };
  const download: Command = {
    id: 'board.exportJson',
    group: 'here',
    icon: 'download',
    title: { zh: '导出看板为 JSON 文件', en: 'Export the board as a JSON file' },
    label: { zh: '导出 JSON', en: 'Export JSON' },
    run: () => void save(),
  };
  const upload: Command = {
    id: 'board.importJson',
    group: 'here',
    icon: 'upload',
    title: { zh: '从 JSON 文件导入看板', en: 'Import the board from a JSON file' },
    label: { zh: '导入 JSON', en: 'Import JSON' },
    run: () => open((close) => <Import onClose={close} />),
  };
  return mayEdit ? [download, upload] : [download];
}
