import { useMemo, useState } from 'react';
import type { Values } from '../../../../../runtime/core/rules/rule.ts';
import { Form } from '../../../../../runtime/form/screen/Form.tsx';
import { useT } from '../../../../../runtime/kit/i18n/index.ts';
import { changeField, listFixedKeys, type Part, partOf } from '../changes.ts';
import { useDesign } from '../designContext.ts';
import { NumberPieces } from '../NumberPieces.tsx';
import { ShownWhen } from '../rules/ShownWhen.tsx';
import texts from '../texts.json';
import { fieldForm } from './fieldForm.ts';
import { type FieldValues, readField } from './fields.ts';

interface Props {
  part: Part;
  name: string;
  onOpen(name: string): void;
}

/** Edits all settings of a field. Entered values change the definition at once. */
export function FieldPanel({ part, name, onOpen }: Props) {
  const t = useT(texts);
  const { whole, held, readOnly, spell, onChange } = useDesign();
  const entity = partOf(whole, part) ?? whole;
  const [values, setValues] = useState(() => readField(entity, name));
  const form = useMemo(
    () => fieldForm(whole, entity, name, { type: values.type, lines: values.lines }, part !== 'record'),
    [whole, entity, name, values.type, values.lines, part],
  );
  const fixed = listFixedKeys(held, part).has(name);

  const change = (entered: FieldValues) => {
    const changed = changeField(whole, part, name, { ...entered, name }, { fixed, spell });
    const read = readField(partOf(changed.document, part) ?? changed.document, changed.name);
    const { titleZh, titleEn } = read;
    // The other language follows. The text that the user is typing does not change.
    const titles = {
      titleZh: entered.titleZh === values.titleZh ? titleZh : entered.titleZh,
      titleEn: entered.titleEn === values.titleEn ? titleEn : entered.titleEn,
    };
    setValues(entered.type === values.type ? { ...entered, ...titles } : read);
    onChange(changed.document);
    if (changed.name !== name) onOpen(changed.name);
  };
  return (
    <div className="wd-design-panel">
      <Form
        form={form}
        value={{ ...values } as Values}
        readOnly={readOnly}
        onChange={(entered) => change({ ...values, ...entered } as FieldValues)}
      />
      {values.type === 'sequence' && <NumberPieces {...{ part, name }} />}
      {values.type !== 'sequence' && <ShownWhen {...{ part, name }} />}
      <p className="wd-studio-note">
        {t(fixed ? 'design.keyStays' : 'design.key')} <code>{name}</code>
      </p>
    </div>
  );
}
