import { Button, Checkbox, Radio } from 'antd';
import { type RefObject, useState } from 'react';
import { notify } from '../../kit/api/notices.ts';
import { saveFile } from '../../kit/browser/saveFile.ts';
import { useT } from '../../kit/i18n/index.ts';
import { CloseButton } from '../../kit/overlay/CloseButton.tsx';
import { Icon } from '../../kit/theme/Icon.tsx';
import { fileName, WAYS, type Way } from './paper.ts';
import { makePicture } from './picture.ts';

/** The print options of a board. */
export interface PrintChoice {
  way: Way;
  allTabs: boolean;
}

/** Saves each sheet as a separate image. */
function usePictures(sheets: RefObject<HTMLElement | null>, names: readonly string[]) {
  const t = useT();
  const [saving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      for (const [index, sheet] of [...(sheets.current?.children ?? [])].entries())
        saveFile(await makePicture(sheet as HTMLElement), fileName(names, index + 1));
    } catch {
      notify({ kind: 'warning', text: { text: t('look.pictureFailed') } });
    } finally {
      setSaving(false);
    }
  };
  return { saving, save };
}

interface Props {
  choice: PrintChoice;
  hasTabs: boolean;
  /** True while data is missing. */
  waiting: boolean;
  sheets: RefObject<HTMLElement | null>;
  names: readonly string[];
  onChoice(choice: PrintChoice): void;
  onClose(): void;
}

export function PrintTools({ choice, hasTabs, waiting, sheets, names, onChoice, onClose }: Props) {
  const t = useT();
  const pictures = usePictures(sheets, names);
  return (
    <div className="wd-sheets-tools">
      <Radio.Group
        aria-label={t('look.way')}
        optionType="button"
        value={choice.way}
        onChange={({ target }) => onChoice({ ...choice, way: target.value as Way })}
        options={WAYS.map((value) => ({ value, label: t(`look.way.${value}`) }))}
      />
      {hasTabs && (
        <Checkbox
          checked={choice.allTabs}
          onChange={({ target }) => onChoice({ ...choice, allTabs: target.checked })}
        >
          {t('look.printAllTabs')}
        </Checkbox>
      )}
      <span className="wd-sheets-hint">{t('look.printHint')}</span>
      <CloseButton onClose={onClose} />
      <Button
        icon={<Icon name="image" size={16} />}
        loading={pictures.saving}
        disabled={waiting}
        onClick={() => void pictures.save()}
      >
        PNG
      </Button>
      <Button
        type="primary"
        loading={waiting}
        icon={<Icon name="print" size={16} />}
        onClick={() => window.print()}
      >
        {t('look.printNow')}
      </Button>
    </div>
  );
}
