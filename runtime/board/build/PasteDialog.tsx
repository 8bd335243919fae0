import { Modal } from 'antd';
import { useState } from 'react';
import type { DashboardDocument } from '../../../generated/definition.ts';
import { useT } from '../../kit/i18n/index.ts';
import { SIZE } from '../../kit/theme/tokens.ts';
import { MatchReport } from '../match/MatchReport.tsx';
import { type BoardMatch, type Chosen, fillDocument } from '../match/missing.ts';

interface Props {
  stationSn: string;
  match: BoardMatch;
  onPaste(document: DashboardDocument): void;
  onClose(): void;
}

/** Asks for stand-ins if widgets of another station use variables that this one lacks. */
export default function PasteDialog({ stationSn, match, onPaste, onClose }: Props) {
  const t = useT();
  const [chosen, setChosen] = useState<Chosen>({});
  return (
    <Modal
      open
      title={t('board.paste.title')}
      width={SIZE.form + SIZE.sider / 2}
      okText={t('board.paste.do')}
      cancelText={t('common.cancel')}
      onOk={() => {
        onClose();
        onPaste(fillDocument(match.document as DashboardDocument, chosen));
      }}
      onCancel={onClose}
    >
      <MatchReport
        stationSn={stationSn}
        match={match}
        chosen={chosen}
        onChoose={(pointer, pair) => setChosen((before) => ({ ...before, [pointer]: pair }))}
      />
    </Modal>
  );
}
