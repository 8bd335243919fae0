import '../../../../../runtime/core/definitions/allEntities.ts';
import { Button, Checkbox, Segmented, Select } from 'antd';
import type { DocumentDefinition } from '../../../../../generated/definition.ts';
import { type Entity, entityRegistry } from '../../../../../runtime/core/definitions/entities.ts';
import { useT, useText } from '../../../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../../../runtime/kit/theme/Icon.tsx';
import { useDragOrder } from '../../../../../runtime/list/table/useDragOrder.ts';
import type { StudioProblem } from '../../document.ts';
import { Grip } from '../Grip.tsx';
import { TitleInput } from '../TitleInput.tsx';
import texts from '../texts.json';
import { Wrong } from '../Wrong.tsx';
import { PaperPart } from './PaperPart.tsx';
import {
  addPart,
  changePart,
  kindOf,
  listOfferedKinds,
  movePart,
  removePart,
  type SectionKind,
} from './paperChanges.ts';

interface Props {
  paper: DocumentDefinition;
  readOnly: boolean;
  problems: readonly StudioProblem[];
  onPaper(paper: DocumentDefinition): void;
}

const NO_TITLE = { zh: '', en: '' };

/** Edits a document: its sections from top to bottom, ordered by dragging or by key. */
export function PaperDesign(props: Props) {
  const t = useT(texts);
  const entity = entityRegistry.get(props.paper.of);
  if (!entity) return <p className="wd-design wd-studio-note">{t('design.noEntity')}</p>;
  return (
    <div className="wd-design">
      <PaperHead {...props} />
      <Sections {...props} entity={entity} />
    </div>
  );
}

function PaperHead({ paper, readOnly, onPaper }: Props) {
  const t = useT(texts);
  const formats = paper.formats ?? ['pdf'];
  return (
    <>
      <TitleInput
        label={t('design.title')}
        title={paper.title}
        readOnly={readOnly}
        onChange={(title) => onPaper({ ...paper, title })}
      />
      <span className="wd-design-add">
        <Segmented
          aria-label={t('design.orientation')}
          disabled={readOnly}
          value={paper.orientation ?? 'portrait'}
          options={(['portrait', 'landscape'] as const).map((value) => ({
            value,
            label: t(`design.${value}`),
          }))}
          onChange={(orientation) =>
            onPaper({ ...paper, orientation: orientation === 'portrait' ? undefined : orientation })
          }
        />
        <Checkbox
          checked={formats.includes('word')}
          disabled={readOnly}
          onChange={({ target }) =>
            onPaper({ ...paper, formats: target.checked ? ['pdf', 'word'] : undefined })
          }
        >
          {t('design.word')}
        </Checkbox>
      </span>
    </>
  );
}

function Sections({ paper, readOnly, problems, entity, onPaper }: Props & { entity: Entity }) {
  const t = useT(texts);
  const text = useText();
  const { drag, begin } = useDragOrder('y', (dragged, target, side) => {
    const [from, beside] = [Number(dragged), Number(target)];
    onPaper(movePart(paper, from, beside + (side === 'behind' ? 1 : 0) - (from < beside ? 1 : 0)));
  });
  return (
    <>
      <ol className="wd-design-states" data-drag-scope>
        {paper.sections.map((section, at) => {
          const kind = kindOf(section);
          const title = section.title ? text(section.title) : t(`design.section.${kind ?? 'other'}`);
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a section has no other name than its place
              key={at}
              className="wd-design-state"
              data-drag={String(at)}
              data-landing={drag?.target === String(at) && drag.name !== String(at) ? drag.side : undefined}
            >
              <header>
                {!readOnly && (
                  <Grip
                    axis="y"
                    title={title}
                    onGrip={(event) => begin(event, String(at))}
                    onStep={(by) => onPaper(movePart(paper, at, at + by))}
                  />
                )}
                <b>{t(`design.section.${kind ?? 'other'}`)}</b>
                <TitleInput
                  label={t('design.sectionTitle')}
                  title={section.title ?? NO_TITLE}
                  readOnly={readOnly}
                  onChange={(next) =>
                    onPaper(changePart(paper, at, { title: next.zh || next.en ? next : undefined }))
                  }
                />
                {!readOnly && paper.sections.length > 1 && (
                  <Button
                    type="text"
                    icon={<Icon name="delete" />}
                    aria-label={t('design.removeOf', { title })}
                    onClick={() => onPaper(removePart(paper, at))}
                  />
                )}
              </header>
              <PaperPart
                {...{ entity, section, readOnly }}
                onSection={(change) => onPaper(changePart(paper, at, change))}
              />
              <Wrong {...{ problems }} pointer={`/sections/${at}`} />
            </li>
          );
        })}
      </ol>
      {!readOnly && (
        <Select
          className="wd-design-to"
          aria-label={t('design.addPart')}
          placeholder={t('design.addPart')}
          value={null}
          options={listOfferedKinds(entity).map((value) => ({ value, label: t(`design.section.${value}`) }))}
          onChange={(kind: SectionKind) => onPaper(addPart(paper, entity, kind))}
        />
      )}
    </>
  );
}
