import { useT } from '../../../runtime/kit/i18n/index.ts';

export function SampleNote({ shown }: { shown: boolean }) {
  const t = useT();
  return shown && <p className="wd-studio-note">{t('studio.sampleRecords')}</p>;
}
