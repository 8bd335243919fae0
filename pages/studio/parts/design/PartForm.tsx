import { Button } from 'antd';
import { type PointerEvent, useState } from 'react';
import { useT, useText } from '../../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../../runtime/kit/theme/Icon.tsx';
import { useDragOrder } from '../../../../runtime/list/table/useDragOrder.ts';
import { addField, changePart, type Part, partOf } from './changes.ts';
import { useDesign } from './designContext.ts';
import { FieldCard } from './fields/FieldCard.tsx';
import { titleOfKind } from './fields/fieldForm.ts';
import { NOT_IN_LINES, PALETTE } from './fields/fieldKinds.ts';
import { iconOfKind } from './fields/kindIcons.ts';
import {
  addSection,
  type Landing,
  placeField,
  removeSection,
  type Section,
  sectionsOf,
  stepField,
  titleSection,
} from './fields/layout.ts';
import { TitleInput } from './TitleInput.tsx';
import texts from './texts.json';

/** Prefixes of the ids of dragged parts and drop targets: a field, a section, a kind of the palette. */
const FIELD = 'field:';
const SECTION = 'section:';
const KIND = 'kind:';

function landingAt(target: string, side: 'before' | 'behind'): Landing {
  return target.startsWith(SECTION)
    ? { section: Number(target.slice(SECTION.length)) }
    : { beside: target.slice(FIELD.length), side };
}

/** Edits the fields of a record, or of its lines: a palette to drag from, and the sections to drag to. */
export function PartForm({ part }: { part: Part }) {
  const t = useT(texts);
  const { whole, readOnly, onChange } = useDesign();
  const [open, setOpen] = useState<string | null>(null);
  const add = (kind: string, landing: Landing | null) => {
    const { document, name } = addField(whole, part, kind, landing);
    onChange(document);
    setOpen(name);
  };
  const { drag, begin } = useDragOrder('y', (dragged, target, side) => {
    const landing = landingAt(target, side);
    if (dragged.startsWith(KIND)) add(dragged.slice(KIND.length), landing);
    else
      onChange(changePart(whole, part, (entity) => placeField(entity, dragged.slice(FIELD.length), landing)));
  });
  const entity = partOf(whole, part);
  if (!entity) return null;
  const sections = sectionsOf(entity);
  const landingOf = (name: string) => (drag?.target === name && drag.name !== name ? drag.side : undefined);
  return (
    <div className="wd-design-part" data-drag-scope>
      {!readOnly && <Palette isLine={part !== 'record'} onAdd={(kind) => add(kind, null)} onDrag={begin} />}
      {sections.map((section, at) => (
        <section
          // biome-ignore lint/suspicious/noArrayIndexKey: a section has no other name than its place
          key={at}
          className="wd-design-section"
          data-drag={section.title || sections.length === 1 ? `${SECTION}${at}` : undefined}
          data-landing={landingOf(`${SECTION}${at}`)}
        >
          {section.title && <SectionHead part={part} section={section} at={at} />}
          <ol>
            {section.fields.map((name, index) => (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: the key of a field follows its title while one types
                key={index}
                data-drag={FIELD + name}
                data-landing={landingOf(FIELD + name)}
                data-moving={drag?.name === FIELD + name || undefined}
              >
                <FieldCard
                  {...{ part, name }}
                  isOpen={open === name}
                  onOpen={setOpen}
                  onGrip={(event) => begin(event, FIELD + name)}
                  onStep={(by) => onChange(changePart(whole, part, (one) => stepField(one, name, by)))}
                />
              </li>
            ))}
          </ol>
          {section.fields.length === 0 && <p className="wd-studio-note">{t('design.emptySection')}</p>}
        </section>
      ))}
      {!readOnly && part === 'record' && (
        <Button
          type="dashed"
          icon={<Icon name="plus" />}
          onClick={() =>
            onChange(changePart(whole, part, (one) => addSection(one, { zh: '新分组', en: 'New section' })))
          }
        >
          {t('design.addSection')}
        </Button>
      )}
    </div>
  );
}

function SectionHead({ part, section, at }: { part: Part; section: Section; at: number }) {
  const t = useT(texts);
  const text = useText();
  const { whole, readOnly, onChange } = useDesign();
  if (!section.title) return null;
  return (
    <header>
      <TitleInput
        label={t('design.sectionTitle')}
        title={section.title}
        readOnly={readOnly}
        onChange={(title) => onChange(changePart(whole, part, (one) => titleSection(one, at, title)))}
      />
      {!readOnly && (
        <Button
          type="text"
          icon={<Icon name="delete" />}
          aria-label={t('design.removeOf', { title: text(section.title) })}
          onClick={() => onChange(changePart(whole, part, (one) => removeSection(one, at)))}
        />
      )}
    </header>
  );
}

interface PaletteProps {
  isLine: boolean;
  onAdd(kind: string): void;
  onDrag(event: PointerEvent<HTMLElement>, name: string): void;
}

/** Shows the kinds of fields. A pressed kind is added at the end, a dragged one where it is dropped. */
function Palette({ isLine, onAdd, onDrag }: PaletteProps) {
  const t = useT(texts);
  const text = useText();
  const { whole } = useDesign();
  const kinds = PALETTE.filter(
    (kind) => !(isLine && NOT_IN_LINES.has(kind)) && !(kind === 'total' && !whole.lines?.length),
  );
  return (
    <ul className="wd-design-palette" aria-label={t('design.palette')}>
      {kinds.map((kind) => (
        <li key={kind}>
          <Button
            size="small"
            icon={<Icon name={iconOfKind(kind)} />}
            title={t('design.paletteHelp')}
            onPointerDown={(event) => onDrag(event, KIND + kind)}
            onClick={() => onAdd(kind)}
          >
            {text(titleOfKind(kind))}
          </Button>
        </li>
      ))}
    </ul>
  );
}
