import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PageDefinition } from '../../../../generated/definition.ts';
import { chooseBoard, useBoards } from '../../../../runtime/board/boards/boards.ts';
import { boardServer } from '../../../../runtime/board/document/boardServer.ts';
import { BoardSkeleton } from '../../../../runtime/board/preset/BoardSkeleton.tsx';
import { parseDocument } from '../../../../runtime/core/document/parse.ts';
import { useT } from '../../../../runtime/kit/i18n/index.ts';
import { queryClient } from '../../../../runtime/kit/session/queryClient.ts';
import { Stage } from '../../../../runtime/shell/page/Stage.tsx';
import texts from '../../texts.json';
import { BoardPicture } from './BoardPicture.tsx';
import { useBoardMoment } from './useBoardMoment.ts';

/** Shows the board that opens first on the selected station, as on the page. */
export function BoardPreview({ page }: { page: PageDefinition }) {
  const t = useT(texts);
  const { waiting, station, moment } = useBoardMoment();
  const sn = moment.stationSn;
  const boardId = chooseBoard(null, useBoards(sn));
  const { data, isError } = useQuery(
    {
      queryKey: ['studio', 'board', sn, boardId],
      queryFn: () => boardServer(sn, boardId ?? null, null).load(),
      enabled: sn !== '' && boardId !== undefined,
      retry: false,
    },
    queryClient,
  );
  const document = useMemo(() => data && parseDocument(data.document).document, [data]);
  if (!waiting && !station) return <p className="wd-studio-note">{t('board.noStation')}</p>;
  if (isError) return <p className="wd-studio-note">{t('board.loadFailed')}</p>;
  if (!station || !data || !document || boardId === undefined) return <BoardSkeleton />;
  if (document.widgets.length === 0) return <p className="wd-studio-note">{t('studio.noWidgets')}</p>;
  return (
    <>
      <p className="wd-studio-note">{t('studio.stationData', { name: station.name })}</p>
      <Stage address={page.route}>
        <BoardPicture
          document={document}
          moment={moment}
          boardId={boardId}
          anyStation={data.anyStation}
          live={page.flags?.autoRefresh === true}
        />
      </Stage>
    </>
  );
}
