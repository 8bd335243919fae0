import { Select } from 'antd';
import type { Entity } from '../../../../../runtime/core/definitions/entities.ts';
import { nearLang } from '../../../../../runtime/core/text/lang.ts';
import { pickText } from '../../../../../runtime/core/text/pickText.ts';
import { useLang, useT, useText } from '../../../../../runtime/kit/i18n/index.ts';
import { TitleInput } from '../TitleInput.tsx';
import texts from '../texts.json';
import {
  findShownField,
  kindOf,
  listOfferedFields,
  listOfferedPictures,
  listOfferedTotals,
  nameOf,
  nameSigners,
  printNames,
  type Section,
} from './paperChanges.ts';

interface Props {
  entity: Entity;
  section: Section;
  readOnly: boolean;
  onSection(change: Partial<Section>): void;
}

/** Edits a section of a document. Its fields have the order in which the user chooses them. */
export function PaperPart({ entity, section, readOnly, onSection }: Props) {
  const t = useT(texts);
  const text = useText();
  const lang = useLang();
  const titleOf = (name: string, of: Section = section) =>
    text(findShownField(entity, of, name).title ?? { zh: name, en: name });
  const choices = (names: readonly string[], of: Section = section) =>
    names.map((value) => ({ value, label: titleOf(value, of) }));
  const kind = kindOf(section);
  const several = { mode: 'multiple', disabled: readOnly, popupMatchSelectWidth: false } as const;
  const used = (section.fields ?? []).map(nameOf);
  const totals = (section.totals ?? []).map(nameOf);
  if (kind === 'text')
    return (
      <TitleInput
        label={t('design.words')}
        title={section.text ?? { zh: '', en: '' }}
        isLong
        readOnly={readOnly}
        onChange={(words) => onSection({ text: words })}
      />
    );
  if (kind === 'signatures')
    return (
      <Select
        mode="tags"
        aria-label={t('design.signers')}
        disabled={readOnly}
        value={section.signatures?.map((title) => pickText(title, lang))}
        onChange={(names: string[]) =>
          names.length > 0 &&
          onSection({ signatures: nameSigners(section.signatures ?? [], names, nearLang(lang)) })
        }
      />
    );
  if (kind === 'pictures')
    return (
      <Select
        aria-label={t('design.display.picture')}
        disabled={readOnly}
        value={section.pictures}
        options={choices(listOfferedPictures(entity))}
        onChange={(pictures) => onSection({ pictures })}
      />
    );
  if (kind !== 'fields' && kind !== 'lines') return null;
  return (
    <>
      <Select
        {...several}
        aria-label={t('design.columns')}
        value={used}
        options={choices([...new Set([...used, ...listOfferedFields(entity, section)])])}
        onChange={(names) => names.length > 0 && onSection({ fields: printNames(section.fields, names) })}
      />
      {kind === 'lines' && (
        <Select
          {...several}
          aria-label={t('design.totalsBelow')}
          placeholder={t('design.totalsBelow')}
          value={totals}
          options={choices([...new Set([...totals, ...listOfferedTotals(entity)])], {})}
          onChange={(names) =>
            onSection({ totals: names.length > 0 ? printNames(section.totals, names) : undefined })
          }
        />
      )}
    </>
  );
}
