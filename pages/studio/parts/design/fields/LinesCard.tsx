import '../../../../../runtime/core/definitions/allEntities.ts';
import { Button, Modal } from 'antd';
import { useT, useText } from '../../../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../../../runtime/kit/theme/Icon.tsx';
import { changePart, dropLines } from '../changes.ts';
import { useDesign } from '../designContext.ts';
import { entityOf } from '../entityDoc.ts';
import { PartForm } from '../PartForm.tsx';
import { RulesDesign } from '../rules/RulesDesign.tsx';
import { TitleInput } from '../TitleInput.tsx';
import texts from '../texts.json';

/** Shows the lines of a record as a card in its form. Existing lines cannot be removed. */
export function LinesCard({ at }: { at: number }) {
  const t = useT(texts);
  const text = useText();
  const { whole, held, readOnly, onChange } = useDesign();
  const [modal, holder] = Modal.useModal();
  const line = whole.lines?.[at];
  if (!line) return null;
  const title = text(line.title);
  const isNew = !(held && entityOf(held).lines?.some(({ name }) => name === line.name));
  const remove = () =>
    modal.confirm({
      title: t('design.linesDrop', { title }),
      okText: t('design.remove'),
      okButtonProps: { danger: true },
      cancelText: t('common.cancel'),
      onOk: () => onChange(dropLines(whole, at)),
    });
  return (
    <section className="wd-design-lines" aria-label={t('design.linesOf', { title })}>
      {holder}
      <header>
        <Icon name="table" />
        <TitleInput
          label={t('design.linesTitle')}
          title={line.title}
          readOnly={readOnly}
          onChange={(next) => onChange(changePart(whole, at, (entity) => ({ ...entity, title: next })))}
        />
        {!readOnly && isNew && (
          <Button
            type="text"
            icon={<Icon name="delete" />}
            aria-label={t('design.removeOf', { title })}
            onClick={remove}
          />
        )}
      </header>
      <PartForm part={at} />
      <RulesDesign part={at} />
    </section>
  );
}
