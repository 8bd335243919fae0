import { Button } from 'antd';
import { useT } from '../../../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../../../runtime/kit/theme/Icon.tsx';
import { addLines } from '../changes.ts';
import { useDesign } from '../designContext.ts';
import { PartForm } from '../PartForm.tsx';
import { RulesDesign } from '../rules/RulesDesign.tsx';
import texts from '../texts.json';
import { LinesCard } from './LinesCard.tsx';

/** Edits the form of a record: its fields in sections, and the lines below, each with their own fields. */
export function FormDesign() {
  const t = useT(texts);
  const { whole, readOnly, onChange } = useDesign();
  const lines = whole.lines ?? [];
  return (
    <div className="wd-design">
      <PartForm part="record" />
      <RulesDesign part="record" />
      {lines.map((line, at) => (
        <LinesCard key={line.name} at={at} />
      ))}
      {!readOnly && whole.of?.in !== 'form' && (
        <Button icon={<Icon name="plus" />} onClick={() => onChange(addLines(whole))}>
          {t('design.addLines')}
        </Button>
      )}
    </div>
  );
}
