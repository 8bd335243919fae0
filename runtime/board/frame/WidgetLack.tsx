/** Shows which variables a widget lacks here, with a link for users who may change the board. */

import { Button } from 'antd';
import { useState } from 'react';
import type { Unbound } from '../../core/boards/boardBinding.ts';
import { languageOf } from '../../core/text/lang.ts';
import { useLang, useT } from '../../kit/i18n/index.ts';
import { PanelBelow } from '../../kit/overlay/PanelBelow.tsx';
import { Icon } from '../../kit/theme/Icon.tsx';
import type { Lack } from '../widget/resolve.ts';
import { WidgetEmpty } from './WidgetStates.tsx';

interface Props {
  lack: Lack;
  /** Opens the configuration. Absent for users without the permission to change the board. */
  onChoose?: (() => void) | undefined;
}

function useLackWords({ unbound }: Lack): { text: string; names: string; chosen: boolean } {
  const t = useT();
  const lang = useLang();
  const chosen = unbound.every((lack: Unbound) => lack.of === 'device');
  const names = unbound.map(({ name }) => name).join(languageOf(lang).comma);
  return { text: t(chosen ? 'board.widget.notOnDevice' : 'board.widget.notOnStation'), names, chosen };
}

function Choose({ onChoose }: Pick<Props, 'onChoose'>) {
  const t = useT();
  return (
    <Button size="small" onClick={onChoose}>
      {t('board.widget.chooseVariable')}
    </Button>
  );
}

/** Shown if all variables of the widget are missing. */
export function WidgetBare({ lack, onChoose }: Props) {
  const { text, names, chosen } = useLackWords(lack);
  return (
    <WidgetEmpty
      text={text}
      hint={
        <span className="wd-widget-lack">
          {names}
          {onChoose && !chosen && <Choose onChoose={onChoose} />}
        </span>
      }
    />
  );
}

/** Shows a mark in the corner of a widget that shows only some of its variables. */
export function LackMark({ lack, onChoose }: Props) {
  const { text, names, chosen } = useLackWords(lack);
  const [isOpen, setOpen] = useState(false);
  return (
    <PanelBelow
      isOpen={isOpen}
      onOpenChange={setOpen}
      title={text}
      content={
        <div className="wd-widget-lack">
          <p>{names}</p>
          {onChoose && !chosen && <Choose onChoose={onChoose} />}
        </div>
      }
    >
      <Button
        type="text"
        size="small"
        className="wd-widget-late"
        icon={<Icon name="warning" size={14} />}
        aria-label={`${text}: ${names}`}
        title={`${text}: ${names}`}
      />
    </PanelBelow>
  );
}
