import { useT } from '../../../../runtime/kit/i18n/index.ts';
import texts from '../../texts.json';

export function SampleNote({ shown }: { shown: boolean }) {
  const t = useT(texts);
  return shown && <p className="wd-studio-note">{t('studio.sampleRecords')}</p>;
}
